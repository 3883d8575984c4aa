import type { Kysely, Transaction } from 'kysely'
import { asTables } from '#lib/store/as-tables.ts'
import type { ColumnTypes } from '#lib/store/column-types.ts'
import type { Store } from '#lib/store/store.ts'

type SuspectRow = {
  chain: number
  kind: string
  key: string
  /** How many crashes count against it. */
  times: number
  /** Milliseconds since 1970 of the first time. */
  since: number
  /** Milliseconds since 1970; null if it is set aside. */
  retry_at: number | null
  reason: string
}

/** An item that is running now, and its count if the worker crashed now: above 0 only for a suspect that is retried. */
type WorkInFlightRow = { chain: number; kind: string; key: string; times: number; worker: string }

export type WatchedTables = { work_in_flight: WorkInFlightRow; suspect_work: SuspectRow }

/**
 * Work that was running when the worker crashed. It is retried on its own, and set aside once `timesMax` crashes count
 * against it.
 */
export type Suspect = {
  chain: number
  kind: string
  key: string
  times: number
  since: number
  retryAt: number | null
  reason: string
}

/** How a worker ended, if the supervisor knows that it was not killed from outside. */
export type OwnEnd = 'hung' | 'crashed'

/** An item is set aside after this many crashes. */
const timesMax = 3
/** How long after the start of the worker a suspect waits, by its count. */
const retryInMs = [2_000, 5_000, 60_000] as const

const reasons = {
  hung: 'The worker stopped responding while this was running.',
  crashed: 'The worker crashed while this was running.',
  unknown: 'The worker ended unexpectedly while this was running.',
} as const

/** The first version of the tables: `work_in_flight` had one row per lane, with its items as JSON. */
export const createSuspectTables = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { text, integer, small } = types
  await schema
    .createTable('work_in_flight')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('items', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('work_in_flight_key', ['chain', 'kind'])
    .execute()
  await schema
    .createTable('suspect_work')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('times', small, (column) => column.notNull())
    .addColumn('since', integer, (column) => column.notNull())
    .addColumn('retry_at', integer)
    .addColumn('reason', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('suspect_work_key', ['chain', 'kind', 'key'])
    .execute()
}

/** One row per item, which can be deleted in the transaction that stores the item's result. */
export const createWorkInFlightRows = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { text, integer, small } = types
  await schema.dropTable('work_in_flight').execute()
  await schema
    .createTable('work_in_flight')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('times', small, (column) => column.notNull())
    .addPrimaryKeyConstraint('work_in_flight_key', ['chain', 'kind', 'key'])
    .execute()
}

/** Several workers run items of one kind: each row says whose it is. */
export const addWorkerToInFlight = async ({ schema }: Kysely<unknown>, { text }: ColumnTypes): Promise<void> => {
  await schema
    .alterTable('work_in_flight')
    .addColumn('worker', text, (column) => column.notNull().defaultTo(''))
    .execute()
}

/**
 * Makes suspects of the items that a dead worker left in flight. If one of them was being retried on its own, the end counts
 * against that one. Otherwise a hang or a crash was caused by one of them, so it counts against each; any other end (the OOM
 * killer, a deploy, the operator, a power cut) counts against none.
 */
export const blameLeftovers = async <Tables>(
  transaction: Transaction<Tables>,
  worker: string,
  end: OwnEnd | undefined,
  now: number,
): Promise<void> => {
  const db = asTables<WatchedTables>(transaction)
  const leftovers = await db.selectFrom('work_in_flight').selectAll().where('worker', '=', worker).execute()
  const hasRetry = leftovers.some(({ times }) => times > 0)
  for (const { chain, kind, key, times: ownTimes } of leftovers) {
    const times = hasRetry || end === undefined ? ownTimes : 1
    const retry_at = times >= timesMax ? null : now + (retryInMs[times] ?? 0)
    const changed = { times, retry_at, reason: reasons[end ?? 'unknown'] }
    await db
      .insertInto('suspect_work')
      .values({ chain, kind, key, since: now, ...changed })
      .onConflict((conflict) => conflict.columns(['chain', 'kind', 'key']).doUpdateSet(changed))
      .execute()
  }
  await db.deleteFrom('work_in_flight').where('worker', '=', worker).execute()
}

const listedMax = 1_000

/** Suspects and set-aside items: set-aside ones first, then newest first. */
export const readSuspects = async <Tables>(anyStore: Store<Tables>): Promise<Suspect[]> => {
  const rows = await anyStore
    .withTables<WatchedTables>()
    .db.selectFrom('suspect_work')
    .selectAll()
    .orderBy('times', 'desc')
    .orderBy('since', 'desc')
    .limit(listedMax)
    .execute()
  return rows.map(({ retry_at, ...row }) => ({ ...row, retryAt: retry_at }))
}

/** Shown with an item that is set aside. */
export const setAsideWords = `The worker ended ${timesMax} times while working on this, so it is set aside.`
