import { type Kysely, sql } from 'kysely'
import type { InBlock } from '#lib/evm/decode/records.ts'
import { distinctPlaces, type MergedRanges, onSamePlace, placeOrder } from '#lib/evm/queries/parts/merged-ranges.ts'
import { withBlock } from '#lib/evm/queries/parts/with-block.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { NftTransferRow } from '#lib/evm/token-tables.ts'

export type StoredNftTransfer = NftTransferRow & InBlock

/** Counting stops here: a total above it is null. */
export const nftTotalMax = 100_000

/** NFT transfers in list order, in one statement: places from the indexes only, then each row by its key. */
export const nftTransferPage = async (
  db: Kysely<EvmTables>,
  merged: Omit<MergedRanges, 'table'>,
  rows: number,
): Promise<StoredNftTransfer[]> => {
  const table = 'evm_nft_transfers'
  const block = withBlock(merged.chain, 't')
  const found = await sql<StoredNftTransfer>`
    select t.*, ${block.columns} from (${distinctPlaces(db, { ...merged, table }, rows)}) as places
    join evm_nft_transfers as t on ${onSamePlace(merged.chain, table)}
    ${block.joins}
    order by ${placeOrder({ ...merged, table }, 'places.')}`.execute(db)
  return found.rows
}
