import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/* The tables of earlier releases, whose rows `moveOlderRows` takes over. */

/** The first version: `work_in_flight` had one row per kind of work, with its items as JSON. */
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

/** One row per item. */
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
 * `times` of a running item was its count if the worker ended now: above 0 only for one that was retried after a crash. A retried
 * one that has no row of its own was part of a range of blocks that crashed.
 */
export const moveOlderRows = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    insert into work_attempt (chain, kind, key, attempts, started_at, worker, crashed_at, retry_at, reason)
    select chain, kind, key, times, null, '', since, retry_at, reason from suspect_work`.execute(db)
  await sql`
    insert into work_attempt (chain, kind, key, attempts, started_at, worker, crashed_at, retry_at, reason)
    select chain, kind, key, case when times > 0 then times - 1 else 0 end, 0, worker,
      case when times > 0 then 0 end, null,
      case when times > 0 then 'The worker ended unexpectedly while this was running.' end
    from work_in_flight where true
    on conflict (chain, kind, key) do update set started_at = excluded.started_at, worker = excluded.worker`.execute(db)
  await db.schema.dropTable('work_in_flight').execute()
  await db.schema.dropTable('suspect_work').execute()
}
