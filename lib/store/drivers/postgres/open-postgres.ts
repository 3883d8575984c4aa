import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { Pool, types } from 'pg'
import { invariant } from '#lib/api/invariant.ts'
import type { DatabaseWatch } from '#lib/store/drivers/database-watch.ts'
import { PostgresDriver } from './postgres-driver.ts'

export type PostgresOptions = {
  connectionsMax: number
  statementTimeoutMs: number
  connectTimeoutMs: number
  applicationName: string
  /** Called for connections that the server closed while idle; the pool opens new ones. */
  onConnectionLost: (error: Error) => void
  watch: DatabaseWatch
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

export const openPostgres = <Tables>(url: string, options: PostgresOptions): Kysely<Tables> => {
  const pool = new Pool({
    connectionString: url,
    max: options.connectionsMax,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    connectionTimeoutMillis: options.connectTimeoutMs,
    application_name: options.applicationName,
    keepAlive: true,
    // Statements here are short: if PostgreSQL overestimates their rows, JIT compilation would take longer than the query.
    // PostgreSQL's default page cost of 4 is for spinning disks: it scanned a table of 200,000 rows (98 ms) instead of looking up 2,000 of them (20 ms).
    options: '-c jit=off -c random_page_cost=1.1',
    types: { getTypeParser: (id, format) => parsers[id] ?? types.getTypeParser(id, format) },
  })
  // Without listeners a connection closed by the server would crash the process: idle ones notify the pool, others the client.
  pool.on('error', options.onConnectionLost)
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => new PostgresDriver(pool, options.watch),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
