import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import {
  type ContractKind,
  type Erc20TransferRow,
  isHigherKind,
  type NftStandard,
} from '#lib/evm/chain/tables/token-tables.ts'
import { tokenHash } from './token-hash.ts'
import type { DecodableLog, Parties, TokenRows } from './token-rows.ts'

/** One NFT moved by a log. */
type NftMove = {
  standard: NftStandard
  isBatch: boolean
  /** Counts from 0 within the log. */
  batchIndex: number
  from: Uint8Array
  to: Uint8Array
  operator: Uint8Array | null
  tokenId: bigint
  amount: bigint
}

/** Builds rows in the order in which they are added, sharing bytes that are common to many logs. */
export const createTokenRowList = (chain: number) => {
  const rows: TokenRows = { nftTransfers: [], erc20Transfers: [], erc20Approvals: [], contracts: new Map() }
  const addresses = new Map<Hex, Uint8Array>()
  let transaction: { hash: Hex; bytes: Uint8Array } | undefined

  const addressBytes = (address: Hex): Uint8Array => {
    const known = addresses.get(address)
    if (known) return known
    const bytes = toBytes(address)
    addresses.set(address, bytes)
    return bytes
  }

  const hashBytes = (hash: Hex): Uint8Array => {
    if (transaction?.hash !== hash) transaction = { hash, bytes: toBytes(hash) }
    return transaction.bytes
  }

  const erc20Row = (log: DecodableLog, { from, to, number }: Parties): Erc20TransferRow => ({
    chain,
    block_number: log.blockNumber,
    log_index: log.logIndex,
    transaction_index: log.transactionIndex,
    token_address: addressBytes(log.address),
    from_address: from,
    to_address: to,
    transaction_hash: hashBytes(log.transactionHash),
    value: number.toString(),
  })

  return {
    rows,

    addErc20Transfer: (log: DecodableLog, parties: Parties): Erc20TransferRow => {
      const row = erc20Row(log, parties)
      rows.erc20Transfers.push(row)
      return row
    },

    addErc20Approval: (log: DecodableLog, parties: Parties): void => {
      rows.erc20Approvals.push(erc20Row(log, parties))
    },

    addNftTransfer: (log: DecodableLog, move: NftMove): void => {
      const address = addressBytes(log.address)
      const tokenId = move.tokenId.toString()
      rows.nftTransfers.push({
        chain,
        block_number: log.blockNumber,
        log_index: log.logIndex,
        batch_index: move.batchIndex,
        transaction_index: log.transactionIndex,
        standard: move.standard,
        is_batch: move.isBatch ? 1 : 0,
        token_address: address,
        token_hash: tokenHash(address, tokenId),
        from_address: move.from,
        to_address: move.to,
        operator: move.operator,
        transaction_hash: hashBytes(log.transactionHash),
        token_id: tokenId,
        amount: move.amount.toString(),
        transaction_value: log.transactionValue === null ? null : log.transactionValue.toString(),
      })
    },

    /** Notes that a contract emitted a token event: what kind that proves, and whether something was left out. */
    addContract: (address: Hex, kind: ContractKind | null, note: string | null = null): void => {
      const known = rows.contracts.get(address)
      if (!known) {
        rows.contracts.set(address, { kind, note })
        return
      }
      if (isHigherKind(kind, known.kind)) known.kind = kind
      known.note ??= note
    },
  }
}

export type TokenRowList = ReturnType<typeof createTokenRowList>
