import type { Hex } from '#lib/base/hex.ts'
import type {
  ContractKind,
  Erc20ApprovalRow,
  Erc20TransferRow,
  NftTransferRow,
} from '#lib/evm/chain/tables/token-tables.ts'

/** A log with the fields of its transaction that rows need. */
export type DecodableLog = {
  blockNumber: number
  transactionIndex: number
  logIndex: number
  transactionHash: Hex
  /** Native value of the transaction; null if only logs were read. */
  transactionValue: bigint | null
  address: Hex
  topics: readonly Hex[]
  data: Hex
}

/** The token rows of some blocks, in log order. */
export type TokenRows = {
  nftTransfers: NftTransferRow[]
  erc20Transfers: Erc20TransferRow[]
  erc20Approvals: Erc20ApprovalRow[]
  /** Every contract that emitted one of these, by lower-case address: the highest kind that its events prove. */
  contracts: Map<Hex, { kind: ContractKind | null; note: string | null }>
}

type TokenRow = Pick<NftTransferRow, 'block_number' | 'log_index' | 'token_address'>

/** Those of the rows that `isKept` chooses, with the contracts of all. */
export const keepRows = (rows: TokenRows, isKept: (row: TokenRow) => boolean): TokenRows => ({
  nftTransfers: rows.nftTransfers.filter(isKept),
  erc20Transfers: rows.erc20Transfers.filter(isKept),
  erc20Approvals: rows.erc20Approvals.filter(isKept),
  contracts: rows.contracts,
})
