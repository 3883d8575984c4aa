import type { EvmInternalTransfer } from '#lib/evm/trace/internal-contract.ts'

type Side = { address: string; label: string | null }

/** What a list shows of an internal transfer. */
export type InternalLine = {
  key: string
  transactionHash: string
  blockNumber: string
  /** ISO 8601, UTC. */
  timestamp: string
  type: string
  from: Side
  to: Side
  value: string
}

export const internalLine = (transfer: EvmInternalTransfer): InternalLine => ({
  key: `${transfer.block_number}-${transfer.transaction_index}-${transfer.transfer_index}`,
  transactionHash: transfer.transaction_hash,
  blockNumber: transfer.block_number,
  timestamp: transfer.block_timestamp,
  type: transfer.type,
  from: { address: transfer.from_address, label: transfer.from_address_label },
  to: { address: transfer.to_address, label: transfer.to_address_label },
  value: transfer.value,
})
