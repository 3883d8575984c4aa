import { type Kysely, sql, type Transaction } from 'kysely'
import { invariant } from '#lib/api/invariant.ts'
import { SettingError } from '#lib/api/setting-error.ts'
import { asTables } from './as-tables.ts'
import { type DatabaseWatch, noWatch } from './drivers/database-watch.ts'
import { openPostgres } from './drivers/postgres/open-postgres.ts'
import { openSqlite } from './drivers/sqlite/open-sqlite.ts'
import { isStoreConnection, type StoreConnection } from './drivers/store-connection.ts'
import type { Store } from './store.ts'

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
  /** Observes every failure and success, to report outages. */
  watch?: DatabaseWatch
}

/**
 * Opens the database of `DATABASE_URL`: `sqlite:PATH` (file and folder are created if missing), `sqlite::memory:`, or
 * `postgres://…`. Throws `not_available` if it cannot be reached.
 */
export const openStore = async <Tables>(databaseUrl: string, options: StoreOptions = {}): Promise<Store<Tables>> => {
  const dialect = dialectOf(databaseUrl)
  const { db, version }: Opened<Tables> =
    dialect === 'sqlite'
      ? fromSqlite(databaseUrl, options)
      : { db: fromPostgres<Tables>(databaseUrl, options), version: () => undefined }
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return storeOn({ db, version }, dialect)
}

type Opened<Tables> = Pick<Store<Tables>, 'db' | 'version'>

const dialectOf = (databaseUrl: string): Store<unknown>['dialect'] => {
  if (/^sqlite:.+/.test(databaseUrl)) return 'sqlite'
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) return 'postgres'
  throw new SettingError('DATABASE_URL must be sqlite:PATH or postgres://…')
}

const fromSqlite = <Tables>(databaseUrl: string, options: StoreOptions): Opened<Tables> =>
  openSqlite(databaseUrl.slice('sqlite:'.length), options.busyTimeoutMs ?? 10_000, options.watch ?? noWatch)

const fromPostgres = <Tables>(databaseUrl: string, options: StoreOptions): Kysely<Tables> =>
  openPostgres(databaseUrl, {
    connectionsMax: options.connectionsMax ?? 10,
    statementTimeoutMs: options.statementTimeoutMs ?? 60_000,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    applicationName: options.applicationName ?? 'spyglass',
    onConnectionLost: options.onConnectionLost ?? (() => {}),
    watch: options.watch ?? noWatch,
  })

const storeOn = <Tables>({ db, version }: Opened<Tables>, dialect: Store<unknown>['dialect']): Store<Tables> => ({
  db,
  dialect,
  version,
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
  withTables: <Other>() => storeOn({ db: asTables<Other>(db), version }, dialect),
  close: () => db.destroy(),
})

const onConnection = <Tables, Result>(
  transaction: Transaction<Tables>,
  use: (connection: StoreConnection) => Promise<Result>,
): Promise<Result> =>
  transaction.getExecutor().provideConnection(async (connection) => {
    invariant(isStoreConnection(connection), 'a transaction is of the store that it is given to')
    return await use(connection)
  })
