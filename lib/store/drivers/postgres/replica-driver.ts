import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { Pool, types } from 'pg'
import { invariant } from '#lib/base/invariant.ts'
import { type DatabaseGate, type DatabaseWatch, failureKind } from '#lib/store/drivers/database-watch.ts'
import type { Rows, StoreConnection } from '#lib/store/drivers/store-connection.ts'
import { type PostgresConnection, PostgresDriver } from './postgres-driver.ts'
import { createResponseWatch, createTableQuestion, type ResponseWatch } from './response-watch.ts'

export type ReadPurpose = 'rows' | 'coverage'

export type ReplicaUse = {
  /**
   * Whether the replica is read for this now. Coverage begins to be read there a check before rows, and is so even while rows
   * are not: it must never be newer than the rows.
   */
  isUsed(purpose: ReadPurpose): boolean
  /** A read failed there for a reason that is not the statement's. */
  failed(error: unknown): void
}

/**
 * Reads of a replica, everything else of the primary: transactions, writes, and bulk statements. A read that the replica
 * cannot answer is repeated on the primary.
 */
class ReplicaDriver implements Driver {
  readonly #primary: PostgresDriver
  readonly #replica: PostgresDriver
  readonly #purpose: ReadPurpose
  readonly #use: ReplicaUse

  constructor(primary: PostgresDriver, replica: PostgresDriver, purpose: ReadPurpose, use: ReplicaUse) {
    this.#primary = primary
    this.#replica = replica
    this.#purpose = purpose
    this.#use = use
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new RoutedConnection(this.#primary, this.#replica, this.#purpose, this.#use)
  }

  async beginTransaction(connection: RoutedConnection, settings: TransactionSettings): Promise<void> {
    await this.#primary.beginTransaction(await connection.primary(), settings)
  }

  async commitTransaction(connection: RoutedConnection): Promise<void> {
    await this.#primary.commitTransaction(await connection.primary())
  }

  async rollbackTransaction(connection: RoutedConnection): Promise<void> {
    await this.#primary.rollbackTransaction(await connection.primary())
  }

  async releaseConnection(connection: RoutedConnection): Promise<void> {
    await connection.release()
  }

  async destroy(): Promise<void> {}
}

class RoutedConnection implements StoreConnection {
  readonly #primary: PostgresDriver
  readonly #replica: PostgresDriver
  readonly #purpose: ReadPurpose
  readonly #use: ReplicaUse
  #taken: PostgresConnection | undefined

  constructor(primary: PostgresDriver, replica: PostgresDriver, purpose: ReadPurpose, use: ReplicaUse) {
    this.#primary = primary
    this.#replica = replica
    this.#purpose = purpose
    this.#use = use
  }

  /** The connection of the primary, which stays taken: a transaction reads what it wrote. */
  async primary(): Promise<PostgresConnection> {
    this.#taken ??= await this.#primary.acquireConnection()
    return this.#taken
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#taken === undefined && isRead(query) && this.#use.isUsed(this.#purpose)) {
      try {
        return await this.#onReplica(query)
      } catch (error) {
        const kind = failureKind(error)
        // A statement that is too slow or wrong would be so on the primary too.
        if (kind === undefined || kind === 'slow') throw error
        this.#use.failed(error)
      }
    }
    const connection = await this.primary()
    return await connection.executeQuery(query)
  }

  async #onReplica<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const connection = await this.#replica.acquireConnection()
    try {
      return await connection.executeQuery(query)
    } finally {
      connection.release()
    }
  }

  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    yield* (await this.primary()).streamQuery<Row>()
  }

  async insertMany(table: string, columns: readonly string[], rows: Rows): Promise<void> {
    await (await this.primary()).insertMany(table, columns, rows)
  }

  async upsertMany(table: string, key: readonly string[], columns: readonly string[], rows: Rows): Promise<void> {
    await (await this.primary()).upsertMany(table, key, columns, rows)
  }

  async deleteMany(table: string, key: readonly string[], keys: Rows): Promise<void> {
    await (await this.primary()).deleteMany(table, key, keys)
  }

  async findMany(table: string, columns: readonly string[], key: readonly string[], keys: Rows): Promise<Rows> {
    return await (await this.primary()).findMany(table, columns, key, keys)
  }

  async release(): Promise<void> {
    this.#taken?.release()
    this.#taken = undefined
  }
}

/** A select: built by Kysely, or written by hand where Kysely has no words for it. */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\s/.test(sql.slice(0, 20)))

export type PostgresOptions = {
  connectionsMax: number
  statementTimeoutMs: number
  connectTimeoutMs: number
  applicationName: string
  /** Called for connections that the server closed while idle; the pool opens new ones. */
  onConnectionLost: (error: Error) => void
  watch: DatabaseWatch
  gate?: DatabaseGate
  /** Statements are refused while a question to the tables was not answered for this long; without it they wait. */
  silentAfterMs?: number
}

/** int8 (block numbers, microseconds, counts) fits a double here; bytea is returned as plain bytes, as with SQLite. */
const parsers: Record<number, (text: string) => unknown> = {
  [types.builtins.INT8]: (text) => {
    const value = Number(text)
    invariant(Number.isSafeInteger(value), 'stored integers are within ±2^53')
    return value
  },
  [types.builtins.BYTEA]: (text) => {
    const bytes = Buffer.from(text.slice(2), 'hex')
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  },
}

/** The settings of a session that a URL adds, such as `options=-c search_path=polygon`. */
const optionsOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).searchParams.get('options') : null)

/** `pg` would otherwise take the URL's in place of ours. */
const withoutOptions = (url: string): string => {
  if (optionsOf(url) === null) return url
  const parsed = new URL(url)
  parsed.searchParams.delete('options')
  return parsed.toString()
}

const createDriver = (url: string, options: PostgresOptions): PostgresDriver => {
  const pool = new Pool({
    connectionString: withoutOptions(url),
    max: options.connectionsMax,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    connectionTimeoutMillis: options.connectTimeoutMs,
    application_name: options.applicationName,
    keepAlive: true,
    // Statements here are short: if PostgreSQL overestimates their rows, JIT compilation would take longer than the query.
    // PostgreSQL's default page cost of 4 is for spinning disks: it scanned a table of 200,000 rows (98 ms) instead of looking up 2,000 of them (20 ms).
    options: ['-c jit=off -c random_page_cost=1.1', optionsOf(url)].filter(Boolean).join(' '),
    types: { getTypeParser: (id, format) => parsers[id] ?? types.getTypeParser(id, format) },
  })
  // Without listeners a connection closed by the server would crash the process: idle ones notify the pool, others the client.
  pool.on('error', options.onConnectionLost)
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDriver(pool, { ...options, responses: watchResponses(url, options) })
}

const watchResponses = (url: string, options: PostgresOptions): ResponseWatch | undefined => {
  const { silentAfterMs, watch } = options
  if (silentAfterMs === undefined) return undefined
  return createResponseWatch({
    question: createTableQuestion(url, options),
    silentAfterMs,
    onSilent: watch.failed,
    onResponse: () => watch.worked('read'),
  })
}

/** Without Kysely's lock, which is one for all schemas of a database: migrations take turns by schema, see migrate.ts. */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

const kyselyOn = <Tables>(driver: Driver): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new UnlockedAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

export const openPostgres = <Tables>(url: string, options: PostgresOptions): Kysely<Tables> =>
  kyselyOn(createDriver(url, options))

type WithReplica<Tables> = {
  primary: Kysely<Tables>
  /** Reads of the replica while it is used for this purpose, everything else of the primary. */
  reads: Record<ReadPurpose, Kysely<Tables>>
  /** The replica alone. */
  replica: Kysely<Tables>
}

/** A primary and its replica. Closing `primary` and `replica` closes `reads`. */
export const openWithReplica = <Tables>(
  urls: { primary: string; replica: string },
  options: { primary: PostgresOptions; replica: PostgresOptions },
  use: ReplicaUse,
): WithReplica<Tables> => {
  const primary = createDriver(urls.primary, options.primary)
  const replica = createDriver(urls.replica, options.replica)
  const readsFor = (purpose: ReadPurpose): Kysely<Tables> => kyselyOn(new ReplicaDriver(primary, replica, purpose, use))
  return {
    primary: kyselyOn(primary),
    reads: { rows: readsFor('rows'), coverage: readsFor('coverage') },
    replica: kyselyOn(replica),
  }
}
