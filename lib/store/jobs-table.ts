import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Pending work, unique per kind and key. */
export type JobRow = {
  kind: string
  key: string
  /** Higher priorities run first. */
  priority: number
  /** Milliseconds since 1970: not before this time; the longest waiting job runs first. */
  run_at: number
  /** The end of a worker's lease; null if unclaimed. */
  leased_until: number | null
  /** The current claim: a worker whose lease ran out cannot change a job that another has claimed since. */
  claim: number
  /** Consecutive failed runs. */
  attempts: number
  payload: string
  /** Why the last run failed, without secrets. */
  error: string | null
}

export type JobTables = { job: JobRow }

export const createJobTable = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { text, integer, small } = types
  await schema
    .createTable('job')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('priority', small, (column) => column.notNull())
    .addColumn('run_at', integer, (column) => column.notNull())
    .addColumn('leased_until', integer)
    .addColumn('claim', integer, (column) => column.notNull())
    .addColumn('attempts', small, (column) => column.notNull())
    .addColumn('payload', text, (column) => column.notNull())
    .addColumn('error', text)
    .addPrimaryKeyConstraint('job_key', ['kind', 'key'])
    .execute()
  // For finding the next job.
  await schema.createIndex('job_by_turn').on('job').columns(['kind', 'priority desc', 'run_at']).execute()
}
