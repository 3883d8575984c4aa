import type { Transaction } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { readIntervals } from '#lib/evm/chain/stored/intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type BlockRange, subtractRanges } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { readHistoryIntervals, writeHistoryIntervals } from './append-history.ts'
import { deleteTokenRows, transferTables } from './delete-token-rows.ts'
import { lockHistories } from './history-lock.ts'

/**
 * Deletes the newest blocks of a contract's backfill, with about `rowsMax` rows, in one transaction. Rows of blocks that the
 * index covers stay. Returns whether there were any blocks.
 */
export const dropNewestOfHistory = (
  store: Store<EvmTables>,
  chain: number,
  address: Hex,
  rowsMax: number,
): Promise<boolean> =>
  store.db.transaction().execute(async (transaction) => {
    await lockHistories(transaction, chain, 'alone')
    await writeChainRow(transaction, chain, {})
    const own = await readHistoryIntervals(transaction, chain, address)
    const newest = own.at(-1)
    if (!newest) return false
    const token = { chain, token_address: toBytes(address) }
    const dropped = await newestBlocks(transaction, token, newest, rowsMax)
    for (const blocks of subtractRanges([dropped], await readIntervals(transaction, chain)))
      await deleteTokenRows(store, transaction, token, blocks)
    await writeHistoryIntervals(transaction, chain, address, subtractRanges(own, [dropped]))
    return true
  })

const newestBlocks = async (
  transaction: Transaction<EvmTables>,
  { chain, token_address }: { chain: number; token_address: Uint8Array },
  { first, last }: BlockRange,
  rowsMax: number,
): Promise<BlockRange> => {
  let from = first
  for (const table of transferTables) {
    const row = await transaction
      .selectFrom(table)
      .select('block_number')
      .where('chain', '=', chain)
      .where('token_address', '=', token_address)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .orderBy('block_number', 'desc')
      .offset(rowsMax)
      .limit(1)
      .executeTakeFirst()
    from = Math.max(from, row?.block_number ?? first)
  }
  return { first: from, last }
}
