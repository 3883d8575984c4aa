import type { Kysely, Migration, Transaction } from 'kysely'

/** Migrations by name; they run in the order of their names, e.g. `evm-001-blocks`. */
export type Migrations = Record<string, Migration>

/** The open database. Nobody outside this folder asks which one it is. */
export type Store<Tables> = {
  readonly db: Kysely<Tables>
  readonly dialect: 'sqlite' | 'postgres'
  /** Inserts many rows the fastest way the database has (COPY on PostgreSQL). Rows have all columns of the table. */
  insertMany<Table extends keyof Tables & string>(
    transaction: Transaction<Tables>,
    table: Table,
    rows: readonly Record<string, unknown>[],
  ): Promise<void>
  /** The same database seen with another system's tables. */
  withTables<Other>(): Store<Other>
  close(): Promise<void>
}
