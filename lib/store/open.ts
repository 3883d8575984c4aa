import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql, type Transaction } from 'kysely'
import { SettingError } from '#lib/base/errors.ts'
import { invariant } from '#lib/base/invariant.ts'
import { asTables } from './as-tables.ts'
import { type DatabaseGate, type DatabaseWatch, noWatch } from './drivers/database-watch.ts'
import { createChangeListener } from './drivers/postgres/change-listener.ts'
import { openPostgres } from './drivers/postgres/replica-driver.ts'
import { makePrivateFile, makePrivateFolder } from './drivers/sqlite/private-files.ts'
import { SqliteDriver, type SqliteDriverOptions } from './drivers/sqlite/sqlite-driver.ts'
import { isStoreConnection, type StoreConnection } from './drivers/store-connection.ts'
import { type OpenedReplica, openReplicated, type ReplicaOptions } from './open-replicated.ts'
import type { Store } from './store.ts'

/** Our driver orders its connections itself, and SQLite can revert a `create table`. */
class StoreSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** A database in one file, created with its folder if missing; `:memory:` for one that is lost with the process. */
const openSqlite = <Tables>(
  path: string,
  options: Omit<SqliteDriverOptions, 'path' | 'prepare'>,
): { db: Kysely<Tables>; version: () => string | undefined } => {
  const file = path === ':memory:' ? path : resolve(path)
  const prepare = path === ':memory:' ? undefined : () => makePrivate(file)
  const driver = new SqliteDriver({ ...options, path: file, prepare })
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new StoreSqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  return { db, version: () => driver.version() }
}

/**
 * The file contains sessions and secrets: only this user may read it. SQLite gives its companion files the same mode.
 * An existing folder keeps its mode, as it may contain other files; the product's own folder is restricted too.
 */
const makePrivate = (file: string): void => {
  const folder = dirname(file)
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (folder === resolve('.data')) makePrivateFolder(folder)
  makePrivateFile(file, ['-wal', '-shm'])
}

export type StoreOptions = {
  /** SQLite: how long a write waits for another process's write. */
  busyTimeoutMs?: number
  /** PostgreSQL: maximum number of connections of this process. */
  connectionsMax?: number
  /** PostgreSQL: time limit of a statement, and of an idle transaction. */
  statementTimeoutMs?: number
  connectTimeoutMs?: number
  /** PostgreSQL: shown in `pg_stat_activity`. */
  applicationName?: string
  onConnectionLost?: (error: Error) => void
  /** SQLite: called when the file is no longer the one that was opened, before each use of it fails. */
  onFileLost?: (path: string) => void
  /** Observes every failure and success, to report outages. */
  watch?: DatabaseWatch
  /** PostgreSQL: where `reads` reads. */
  replica?: ReplicaOptions
  gate?: DatabaseGate
  /** PostgreSQL: statements are refused while a question to the tables was not answered for this long; without it they wait. */
  silentAfterMs?: number
}

/**
 * Opens the database of `DATABASE_URL`: `sqlite:PATH` (file and folder are created if missing), `sqlite::memory:`, or
 * `postgres://…`. Throws `not_available` if it cannot be reached.
 */
export const openStore = async <Tables>(databaseUrl: string, options: StoreOptions = {}): Promise<Store<Tables>> => {
  const store = storeAt<Tables>(databaseUrl, options)
  try {
    await sql`select 1`.execute(store.db)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

/** The same database, which is not contacted before its first use. */
export const storeAt = <Tables>(databaseUrl: string, options: StoreOptions = {}): Store<Tables> => {
  const dialect = dialectOf(databaseUrl)
  const opened: Opened<Tables> =
    dialect === 'sqlite' ? fromSqlite(databaseUrl, options) : fromPostgres(databaseUrl, options)
  return storeOn(opened, dialect)
}

/** A database as a driver opened it. */
type Opened<Tables> = Pick<Store<Tables>, 'db' | 'version' | 'close'> & { replica?: OpenedReplica<Tables> }

const dialectOf = (databaseUrl: string): Store<unknown>['dialect'] => {
  if (/^sqlite:.+/.test(databaseUrl)) return 'sqlite'
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) return 'postgres'
  throw new SettingError('DATABASE_URL must be sqlite:PATH or postgres://…')
}

const fromSqlite = <Tables>(databaseUrl: string, options: StoreOptions): Opened<Tables> => {
  const path = databaseUrl.slice('sqlite:'.length)
  const { busyTimeoutMs = 10_000, watch = noWatch, gate, onFileLost } = options
  const opened = openSqlite<Tables>(path, { busyTimeoutMs, watch, gate, onFileLost })
  return { ...opened, close: () => opened.db.destroy() }
}

const fromPostgres = <Tables>(databaseUrl: string, options: StoreOptions): Opened<Tables> => {
  const settings = {
    connectionsMax: options.connectionsMax ?? 10,
    statementTimeoutMs: options.statementTimeoutMs ?? 60_000,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    applicationName: options.applicationName ?? 'spyglass',
    onConnectionLost: options.onConnectionLost ?? (() => {}),
    watch: options.watch ?? noWatch,
    gate: options.gate,
    silentAfterMs: options.silentAfterMs,
  }
  if (options.replica) {
    // A replica tells nobody of its changes.
    const version = () => undefined
    return { ...openReplicated<Tables>(databaseUrl, options.replica, settings), version }
  }
  const db = openPostgres<Tables>(databaseUrl, settings)
  const listener = createChangeListener(databaseUrl, settings)
  const close = async () => {
    await listener.close()
    await db.destroy()
  }
  return { db, version: listener.version, close }
}

const storeOn = <Tables>(opened: Opened<Tables>, dialect: Store<unknown>['dialect']): Store<Tables> => ({
  db: opened.db,
  dialect,
  version: opened.version,
  reads: (purpose) => storeOn(opened.replica ? { ...opened, db: opened.replica.reads[purpose] } : opened, dialect),
  replica: () => opened.replica?.watch.state(),
  startReplica: () => opened.replica?.watch.start(),
  insertMany: async (transaction, table, rows) => {
    const [first] = rows
    if (first) await onConnection(transaction, (connection) => connection.insertMany(table, Object.keys(first), rows))
  },
  upsertMany: async (transaction, table, { key, rows }) => {
    const [first] = rows
    if (!first) return
    await onConnection(transaction, (connection) => connection.upsertMany(table, key, Object.keys(first), rows))
  },
  deleteMany: async (transaction, table, keys) => {
    const [first] = keys
    if (first) await onConnection(transaction, (connection) => connection.deleteMany(table, Object.keys(first), keys))
  },
  findMany: async <Table extends keyof Tables & string, Column extends keyof Tables[Table] & string>(
    transaction: Transaction<Tables>,
    table: Table,
    { columns, keys }: { columns: readonly Column[]; keys: readonly Partial<Tables[Table]>[] },
  ) => {
    const [first] = keys
    if (!first) return []
    const rows = await onConnection(transaction, (connection) =>
      connection.findMany(table, columns, Object.keys(first), keys),
    )
    // The migrations define the types of the tables; Kysely's own queries rely on them too.
    return rows as Pick<Tables[Table], Column>[]
  },
  hexText: (column) => {
    const bytes = sql.ref(column)
    return dialect === 'postgres'
      ? sql<string>`'0x' || encode(${bytes}, 'hex')`
      : sql<string>`case when ${bytes} is null then null else '0x' || lower(hex(${bytes})) end`
  },
  withTables: <Other>() => storeOn(withTables<Tables, Other>(opened), dialect),
  close: opened.close,
})

const withTables = <Tables, Other>({ db, replica, ...opened }: Opened<Tables>): Opened<Other> => ({
  ...opened,
  db: asTables<Other>(db),
  ...(replica && {
    replica: {
      ...replica,
      reads: { rows: asTables<Other>(replica.reads.rows), coverage: asTables<Other>(replica.reads.coverage) },
    },
  }),
})

const onConnection = <Tables, Result>(
  transaction: Transaction<Tables>,
  use: (connection: StoreConnection) => Promise<Result>,
): Promise<Result> =>
  transaction.getExecutor().provideConnection(async (connection) => {
    invariant(isStoreConnection(connection), 'a transaction is of the store that it is given to')
    return await use(connection)
  })
