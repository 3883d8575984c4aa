import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { WorkerTables } from '#lib/store/attempts/worker-tables.ts'

type Range = { first: number; last: number }

/** Ranges of a chain's backfill that its workers divide: no two have the same blocks. */
export type RangeLeases = {
  /** Offers these blocks to all workers, until this worker closes or ends. */
  open(ranges: readonly Range[]): Promise<void>
  /** Nobody leases further blocks. Those that are leased remain so until they are released. */
  close(): Promise<void>
  isAlone(): Promise<boolean>
  /** Whether a worker has blocks. */
  areTaken(): Promise<boolean>
  /** The blocks on offer. */
  offered(): Promise<Range[]>
  /** Leases some of these blocks, in a row. Undefined if others have them all, or nothing is on offer. */
  take(left: readonly Range[], blocks: number): Promise<Range | undefined>
  /** Everything that this worker has. */
  release(): Promise<void>
}

/** Ranges begin at a multiple of this, so that equal ranges have equal names. */
const cellBlocks = 500

const offer = z.array(z.object({ first: z.int(), last: z.int() }))

const cellOf = (block: number): number => Math.floor(block / cellBlocks)

/** The parts of ranges that are in different cells. */
const cellsOf = function* (ranges: readonly Range[]): Generator<Range> {
  for (const { first, last } of ranges)
    for (let from = first; from <= last; ) {
      const to = Math.min(last, (cellOf(from) + 1) * cellBlocks - 1)
      yield { first: from, last: to }
      from = to + 1
    }
}

export const rangeLeases = (db: Kysely<WorkerTables>, chain: string, worker: string): RangeLeases => {
  const openName = `${chain} backfill`
  const prefix = `${chain} blocks `
  const nameOf = (cell: number): string => `${prefix}${cell * cellBlocks}`
  const namesIn = ({ first, last }: Range): string[] =>
    Array.from({ length: cellOf(last) - cellOf(first) + 1 }, (_, index) => nameOf(cellOf(first) + index))

  /** Few: each worker has some in a row. */
  const leased = async (): Promise<Set<string>> => {
    const rows = await db.selectFrom('work_lease').select('name').where('name', 'like', `${prefix}%`).execute()
    return new Set(rows.map(({ name }) => name))
  }

  /** All of these, or none. */
  const lease = (names: readonly string[]): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const alive = transaction.selectFrom('worker').select('id').where('id', '=', worker).forKeyShare()
      const open = transaction.selectFrom('work_lease').select('name').where('name', '=', openName).forKeyShare()
      if (!(await alive.executeTakeFirst()) || !(await open.executeTakeFirst())) return false
      const rows = names.map((name) => ({ name, worker, wanted_by: null, detail: '' }))
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('work_lease')
        .values(rows)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows === BigInt(names.length)) return true
      // Another worker leased one of them at the same time.
      await transaction.deleteFrom('work_lease').where('name', 'in', names).where('worker', '=', worker).execute()
      return false
    })

  return {
    open: async (ranges) => {
      const detail = JSON.stringify(ranges)
      await db
        .insertInto('work_lease')
        .values({ name: openName, worker, wanted_by: null, detail })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ worker, detail }))
        .execute()
    },
    close: async () => {
      await db.deleteFrom('work_lease').where('name', '=', openName).execute()
    },
    isAlone: async () => (await db.selectFrom('worker').select('id').limit(2).execute()).length < 2,
    areTaken: async () => (await leased()).size > 0,
    offered: async () => {
      const row = await db.selectFrom('work_lease').select('detail').where('name', '=', openName).executeTakeFirst()
      return row ? offer.parse(JSON.parse(row.detail)) : []
    },
    take: async (left, blocks) => {
      const taken = await leased()
      let range: Range | undefined
      for (const { first, last } of cellsOf(left)) {
        const isFree = !taken.has(nameOf(cellOf(first)))
        const isNext = range === undefined || (first === range.last + 1 && last - range.first < blocks)
        if (range && (!isFree || !isNext)) break
        if (isFree) range = { first: range?.first ?? first, last }
      }
      return range && (await lease(namesIn(range))) ? range : undefined
    },
    release: async () => {
      await db.deleteFrom('work_lease').where('name', 'like', `${prefix}%`).where('worker', '=', worker).execute()
    },
  }
}
