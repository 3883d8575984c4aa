import type { Kysely, Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from './column-types.ts'

/** Migrations by name; they run in the order of their names, e.g. `001-blocks`. */
export type Migrations = Record<string, Migration>

/**
 * What one part of the product keeps in the database. Each set counts its own migrations, so that parts can be added
 * and updated apart; `name` is lower-case words, e.g. `evm`.
 */
export type MigrationSet = {
  readonly name: string
  migrations(types: ColumnTypes): Migrations
}

/** A value as both databases take and give it. Amounts are decimal text, flags 0 or 1; a `bigint` is written as text. */
export type ColumnValue = string | number | bigint | Uint8Array | null

/** The open database. Nobody outside this folder asks which one it is. */
export type Store<Tables> = {
  readonly db: Kysely<Tables>
  readonly dialect: 'sqlite' | 'postgres'
  /** Inserts many rows the fastest way the database has (COPY on PostgreSQL). Every row has the columns of the first. */
  insertMany<Table extends keyof Tables & string>(
    transaction: Transaction<Tables>,
    table: Table,
    rows: readonly Record<string, unknown>[],
  ): Promise<void>
  /** The same database seen with another system's tables. */
  withTables<Other>(): Store<Other>
  close(): Promise<void>
}
