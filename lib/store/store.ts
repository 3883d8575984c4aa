import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from './column-types.ts'
import type { ReadPurpose } from './drivers/postgres/replica-driver.ts'
import type { ReplicaState } from './replica-watch.ts'

/** Migrations by name; they run in the order of their names, e.g. `001-blocks`. */
type Migrations = Record<string, Migration>

/**
 * The tables of one part of the product. Each set numbers its own migrations, so that parts can be added and updated
 * independently; `name` is lower-case words, e.g. `evm`.
 */
export type MigrationSet = {
  readonly name: string
  migrations(types: ColumnTypes): Migrations
}

type ColumnOf<Row> = keyof Row & string

/** Writes more in the transaction that stores these items. */
export type Alongside<Item> = <Tables>(transaction: Transaction<Tables>, items: readonly Item[]) => Promise<void>

/** The open database. Only this folder knows which one it is. */
export type Store<Tables> = {
  readonly db: Kysely<Tables>
  readonly dialect: 'sqlite' | 'postgres'
  /**
   * Inserts many rows the fastest way the database has (COPY on PostgreSQL). Every row has the columns of the first; values
   * are text, numbers, bytes or null. Flags are 0 or 1, a `bigint` is written as decimal text, NUL is dropped from text;
   * anything else throws TypeError.
   */
  insertMany<Table extends keyof Tables & string>(
    transaction: Transaction<Tables>,
    table: Table,
    rows: readonly Record<string, unknown>[],
  ): Promise<void>
  /**
   * Inserts many rows, or updates those whose key is stored: the rows contain all columns to change, `key` is the
   * primary key or a unique one, and no key occurs twice. Values as for `insertMany`. SQLite writes fastest in key
   * order.
   */
  upsertMany<Table extends keyof Tables & string>(
    transaction: Transaction<Tables>,
    table: Table,
    change: { key: readonly ColumnOf<Tables[Table]>[]; rows: readonly Record<string, unknown>[] },
  ): Promise<void>
  /** Deletes the rows of these keys; every key has the columns of the first, which are the leading columns of an index. */
  deleteMany<Table extends keyof Tables & string>(
    transaction: Transaction<Tables>,
    table: Table,
    keys: readonly Partial<Tables[Table]>[],
  ): Promise<void>
  /**
   * The stored rows of these keys, unordered, in as few statements as possible. Every key has the columns of the first,
   * which are the leading columns of an index.
   */
  findMany<Table extends keyof Tables & string, Column extends ColumnOf<Tables[Table]>>(
    transaction: Transaction<Tables>,
    table: Table,
    search: { columns: readonly Column[]; keys: readonly Partial<Tables[Table]>[] },
  ): Promise<Pick<Tables[Table], Column>[]>
  /**
   * A column's bytes as 0x and lower-case hex digits, or null: formatted by the database, which is much faster than
   * passing the bytes of many rows.
   */
  hexText(column: string): RawBuilder<string>
  /**
   * Differs after every commit that reads can see and that changes public answers, also of other processes. PostgreSQL tells of
   * commits, milliseconds later. Undefined while it does not, with a replica, and for a database in memory.
   */
  version(): string | undefined
  /**
   * The same database for lists: a replica, if there is one that is not far behind, so that reads may be a moment old. Transactions
   * and writes go to the primary. Coverage is read by `coverage`, so that it is never newer than the rows.
   */
  reads(purpose: ReadPurpose): Store<Tables>
  /** How the replica is; undefined without one. */
  replica(): ReplicaState | undefined
  /** Begins to read from the replica, as soon as it has what the primary has now. */
  startReplica(): void
  /** The same database with the tables of another system. */
  withTables<Other>(): Store<Other>
  close(): Promise<void>
}
