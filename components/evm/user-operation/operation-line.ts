import type { EvmAddressUserOperation } from '#lib/evm/user-operation/contract.ts'

type Side = { address: string; label: string | null }

/** What a list shows of an ERC-4337 operation. */
export type OperationLine = {
  key: string
  hash: string
  transactionHash: string
  blockNumber: string
  /** ISO 8601, UTC. */
  timestamp: string | null
  account: Side
  /** Null: the account itself. */
  paymaster: Side | null
  entryPoint: string
  /** Null for a contract that is not a known EntryPoint. */
  version: string | null
  /** Null for created accounts, whose event does not have it. */
  isSuccess: boolean | null
  fee: string | null
}

export const operationLine = (operation: EvmAddressUserOperation): OperationLine => ({
  key: `${operation.block_number}-${operation.log_index}`,
  hash: operation.user_operation_hash,
  transactionHash: operation.transaction_hash,
  blockNumber: operation.block_number,
  timestamp: operation.block_timestamp,
  account: { address: operation.sender, label: operation.sender_label },
  paymaster: operation.paymaster ? { address: operation.paymaster, label: operation.paymaster_label } : null,
  entryPoint: operation.entry_point,
  version: operation.entry_point_version,
  isSuccess: operation.success,
  fee: operation.gas_cost,
})
