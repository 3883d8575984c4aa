import { type Driver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { Pool, types } from 'pg'
import { invariant } from '#lib/base/invariant.ts'
import type { DatabaseWatch } from '#lib/store/drivers/database-watch.ts'
import type { DatabaseGate } from '#lib/store/drivers/gate.ts'
import { PostgresDriver } from './postgres-driver.ts'
import { type ReadPurpose, ReplicaDriver, type ReplicaUse } from './replica-driver.ts'
import { createResponseWatch, type ResponseWatch } from './response-watch.ts'
import { createTableQuestion } from './table-question.ts'

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

export type WithReplica<Tables> = {
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
