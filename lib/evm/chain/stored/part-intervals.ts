import type { Kysely } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type BlockRange, mergeRanges, subtractRanges } from '#lib/indexing/intervals.ts'

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

/** The blocks of a chain whose internal transfers are stored, as disjoint ranges in ascending order. */
export const readTraceIntervals = (db: Kysely<EvmTables>, chain: number): Promise<BlockRange[]> =>
  readIntervals(db, chain, 'evm_trace_intervals')

/** Those of them whose frames are stored too. */
export const readFrameIntervals = (db: Kysely<EvmTables>, chain: number): Promise<BlockRange[]> =>
  readIntervals(db, chain, 'evm_frame_intervals')

/** The blocks of a chain that are stored with their bodies. */
export const readBodyIntervals = (db: Kysely<EvmTables>, chain: number): Promise<BlockRange[]> =>
  readIntervals(db, chain, 'evm_body_intervals')

type Table = 'evm_trace_intervals' | 'evm_frame_intervals' | 'evm_body_intervals'

const adding =
  (table: Table) =>
  async (db: Kysely<EvmTables>, chain: number, added: readonly BlockRange[]): Promise<void> => {
    const stored = await readIntervals(db, chain, table)
    await replace(db, table, chain, { before: stored, after: mergeRanges([...stored, ...added]) })
  }

const cutting =
  (table: Table) =>
  async (db: Kysely<EvmTables>, chain: number, removed: BlockRange): Promise<void> => {
    const stored = await readIntervals(db, chain, table)
    await replace(db, table, chain, { before: stored, after: subtractRanges(stored, [removed]) })
  }

export const addTraceIntervals = adding('evm_trace_intervals')
export const addFrameIntervals = adding('evm_frame_intervals')
export const addBodyIntervals = adding('evm_body_intervals')

/** Removes blocks that a reorg reverted: they are traced again once they are stored again. */
export const cutTraceIntervals = cutting('evm_trace_intervals')

/** The same of frames. */
export const cutFrameIntervals = cutting('evm_frame_intervals')

/** The same of bodies. */
export const cutBodyIntervals = cutting('evm_body_intervals')

/** Writes only what differs: a chain with gaps has many ranges, and a new block changes one. */
const replace = async (
  db: Kysely<EvmTables>,
  table: Table,
  chain: number,
  { before, after }: { before: readonly BlockRange[]; after: readonly BlockRange[] },
): Promise<void> => {
  const isIn = (ranges: readonly BlockRange[]) => {
    const texts = new Set(ranges.map(({ first, last }) => `${first}-${last}`))
    return ({ first, last }: BlockRange) => texts.has(`${first}-${last}`)
  }
  const [isBefore, isAfter] = [isIn(before), isIn(after)]
  for (const { first } of before.filter((range) => !isAfter(range)))
    await db.deleteFrom(table).where('chain', '=', chain).where('first_block', '=', first).execute()
  const added = after.filter((range) => !isBefore(range))
  if (added.length > 0)
    await db
      .insertInto(table)
      .values(added.map(({ first, last }) => ({ chain, first_block: first, last_block: last })))
      .execute()
}
