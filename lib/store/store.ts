import { CompiledQuery, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ServiceError } from '#lib/base/errors.ts'
import { type ColumnTypes, columnTypes } from './column-types.ts'
import { DatabaseFault } from './drivers/database-fault.ts'
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

type SharedQuery = (statement: {
  text: string
  values: readonly unknown[]
}) => Promise<{ rows: readonly unknown[]; rowCount: number }>

/** Runs statements of a library on the database that all processes share. Undefined for SQLite, which serves one machine. */
export const sharedQuery = <Tables>({ db, dialect }: Store<Tables>): SharedQuery | undefined => {
  if (dialect !== 'postgres') return undefined
  return async ({ text, values }) => {
    const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
  }
}

/**
 * Migrates the database to the newest version of each set. Safe when several processes start at once: one migrates, the
 * others wait and find it done (a write transaction around each set on SQLite, by Kysely, and an advisory lock on PostgreSQL).
 * A migration that fails reverts its set and stops the start.
 */
export const migrate = async <Tables>(store: Store<Tables>, ...sets: readonly MigrationSet[]): Promise<void> => {
  const { db, dialect } = store.withTables<unknown>()
  await db.connection().execute(async (connection) => {
    const migrationTableSchema = dialect === 'postgres' ? await currentSchema(connection) : undefined
    try {
      if (migrationTableSchema !== undefined) await takeTurn(connection, migrationTableSchema)
      for (const set of sets) {
        const migrator = new Migrator({
          db: connection,
          provider: { getMigrations: async () => set.migrations(columnTypes(dialect)) },
          migrationTableName: `migration_${set.name}`,
          migrationLockTableName: 'migration_lock',
          migrationTableSchema,
        })
        const { error, results } = await migrator.migrateToLatest()
        if (error === undefined) continue
        const failed = results?.find(({ status }) => status === 'Error')
        const name = failed ? `${set.name} ${failed.migrationName}` : set.name
        throw new ServiceError('internal', `The database could not be brought up to date: ${name}.`, { cause: error })
      }
    } finally {
      if (migrationTableSchema !== undefined) await endTurn(connection)
    }
  })
}

/**
 * One lock a schema: the tables of a Citus schema may be on a node that hangs, for which those of other schemas must not wait. It
 * begins before Kysely makes its own tables, which two processes cannot make at once.
 */
const takeTurn = async (connection: Kysely<unknown>, schema: string): Promise<void> => {
  // Building a large index, or waiting for another process that builds it, may take hours.
  await sql`set statement_timeout = 0`.execute(connection)
  await sql`select pg_advisory_lock(hashtextextended(${`migrations of ${schema}`}, 0))`.execute(connection)
}

/** The connection has no other lock. */
const endTurn = async (connection: Kysely<unknown>): Promise<void> => {
  await sql`select pg_advisory_unlock_all()`.execute(connection)
  await sql`reset statement_timeout`.execute(connection)
}

/** Other schemas of the database may have tables of the same names. */
const currentSchema = async (db: Kysely<unknown>): Promise<string> => {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db)
  const schema = rows[0]?.schema
  if (schema) return schema
  const message = 'The database has no schema of that name. Create it: create schema …'
  throw new DatabaseFault(message, { mayPass: false, cause: undefined })
}
