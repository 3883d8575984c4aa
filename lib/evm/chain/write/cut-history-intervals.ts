import type { Transaction } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type BlockRange, cutRanges } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'

/** Backfills no longer cover these blocks, and are checked again. */
export const cutHistoryIntervals = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  { first, last }: BlockRange,
): Promise<void> => {
  const overlapping = await transaction
    .selectFrom('evm_history_intervals')
    .selectAll()
    .where('chain', '=', chain)
    .where('first_block', '<=', last)
    .where('last_block', '>=', first)
    .execute()
  await transaction
    .updateTable('evm_histories')
    .set({ check_state: 'pending', check_reason: null, check_step: null, check_place: null })
    .where('chain', '=', chain)
    .where('check_block', '>=', first)
    .execute()
  await store.deleteMany(
    transaction,
    'evm_history_intervals',
    overlapping.map(({ address, first_block }) => ({ chain, address, first_block })),
  )
  await store.insertMany(
    transaction,
    'evm_history_intervals',
    overlapping.flatMap(({ address, first_block, last_block }) =>
      cutRanges([{ first: first_block, last: last_block }], [{ first, last }]).map((left) => ({
        chain,
        address,
        first_block: left.first,
        last_block: left.last,
      })),
    ),
  )
}
