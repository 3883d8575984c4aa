import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** A running worker of this database. It increments `heartbeat`; one that stops doing so is dead. */
export type WorkerRow = {
  id: string
  /** Machine and process namespace: within one, a process id tells whether the worker runs. */
  host: string
  pid: number
  parent_pid: number
  heartbeat: number
}

/** Work that one worker at a time does. */
type WorkLeaseRow = {
  name: string
  worker: string
  /** Another worker that has less to do and would take it over. */
  wanted_by: string | null
  /** For work that others take part in: what it is. */
  detail: string
}

export type WorkerTables = { worker: WorkerRow; work_lease: WorkLeaseRow }

export const createWorkerTables = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { text, integer } = types
  await schema
    .createTable('worker')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('pid', integer, (column) => column.notNull())
    .addColumn('parent_pid', integer, (column) => column.notNull())
    .addColumn('heartbeat', integer, (column) => column.notNull())
    .execute()
  await schema
    .createTable('work_lease')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('worker', text, (column) => column.notNull())
    .addColumn('wanted_by', text)
    .addColumn('detail', text, (column) => column.notNull())
    .execute()
}
