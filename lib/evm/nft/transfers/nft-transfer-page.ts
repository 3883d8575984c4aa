import { type Kysely, sql } from 'kysely'
import type { InBlock } from '#lib/evm/chain/decode/records.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { type MergedRanges, placedRows } from '#lib/evm/query/ranges/merged-ranges.ts'

export type StoredNftTransfer = NftTransferRow & InBlock

/** Counting stops here: a total above it is null. */
export const nftTotalMax = 100_000

/** NFT transfers in list order, in one statement. */
export const readNftTransferPage = async (
  db: Kysely<EvmTables>,
  merged: Omit<MergedRanges, 'table'>,
  rows: number,
): Promise<StoredNftTransfer[]> => {
  const { columns, from, order } = await placedRows(db, { ...merged, table: 'evm_nft_transfers' }, rows)
  const found = await sql<StoredNftTransfer>`select ${columns} from ${from} order by ${order}`.execute(db)
  return found.rows
}
