import type { Erc20TransferRow, NftTransferRow } from './token-tables.ts'

/**
 * A transfer in the lists of its sender (0), its receiver (1) and its token contract (2): one row for each, with everything that a
 * list shows, so that a page is one range of the key, also where the tables are divided by address. Only with `FANOUT_<CHAIN>`.
 */
type Side = {
  role: 0 | 1 | 2
  address: Uint8Array
  block_timestamp: number
  block_hash: Uint8Array
}

export type Erc20SideRow = Erc20TransferRow & Side
export type NftSideRow = NftTransferRow & Side

/** The transfers of a chain that have side rows: none without a row. */
type FanoutRow = {
  chain: number
  /** Those of blocks from here on; 0 for all. */
  built_from: number
}

export type EvmTransferSideTables = {
  evm_erc20_sides: Erc20SideRow
  evm_nft_sides: NftSideRow
  evm_fanouts: FanoutRow
}
