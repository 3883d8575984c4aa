import type { Kysely } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'

/** The blocks of a chain that are stored, traced, or stored with their bodies, as disjoint intervals in ascending order. */
export const readIntervals = async (
  db: Kysely<EvmTables>,
  chain: number,
  table: 'evm_intervals' | 'evm_trace_intervals' | 'evm_frame_intervals' | 'evm_body_intervals' = 'evm_intervals',
): Promise<BlockRange[]> => {
  const rows = await db
    .selectFrom(table)
    .select(['first_block', 'last_block'])
    .where('chain', '=', chain)
    .orderBy('first_block')
    .execute()
  return rows.map(({ first_block, last_block }) => ({ first: first_block, last: last_block }))
}

/** Replaces all intervals of the chain: there are few, one for each indexed range. */
export const writeIntervals = async (
  db: Kysely<EvmTables>,
  chain: number,
  intervals: readonly BlockRange[],
): Promise<void> => {
  await db.deleteFrom('evm_intervals').where('chain', '=', chain).execute()
  if (!intervals.length) return
  await db
    .insertInto('evm_intervals')
    .values(intervals.map(({ first, last }) => ({ chain, first_block: first, last_block: last })))
    .execute()
}
