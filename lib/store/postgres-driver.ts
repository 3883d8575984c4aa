import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { copyText } from './copy-text.ts'
import { storeFailure } from './failure.ts'
import type { StoreConnection } from './store-connection.ts'

/** PostgreSQL through a pool of `pg` connections. */
export class PostgresDriver implements Driver {
  readonly #pool: Pool
  #isDestroyed = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect())
    } catch (error) {
      throw storeFailure(error)
    }
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    const access = settings.accessMode ? ` ${settings.accessMode}` : ''
    await connection.executeQuery(CompiledQuery.raw(`begin${isolation}${access}`))
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    // A transaction that failed before answers COMMIT with ROLLBACK.
    if ((await connection.command('commit')) === 'ROLLBACK') throw new AbortedTransactionError()
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback()
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    await this.#pool.end()
  }
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

class PostgresConnection implements StoreConnection {
  readonly #client: PoolClient
  #isBroken = false

  constructor(client: PoolClient) {
    this.#client = client
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#try(() =>
      this.#client.query(query.sql, query.parameters.map(toPostgresValue)),
    )
    return changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows: rows ?? [] }
  }

  async command(sql: string): Promise<string> {
    const { command } = await this.#try(() => this.#client.query(sql))
    return command
  }

  /** A connection whose rollback fails is given up: the server rolls back when it closes. */
  async rollback(): Promise<void> {
    try {
      await this.#client.query('rollback')
    } catch {
      this.#isBroken = true
    }
  }

  // biome-ignore lint/correctness/useYield: streaming needs a cursor, which nothing here reads with.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('read large results page by page, not as a stream')
  }

  async insertMany(table: string, columns: readonly string[], rows: readonly Record<string, unknown>[]): Promise<void> {
    const names = columns.map((column) => `"${column}"`).join(', ')
    await this.#try(async () => {
      const copy = this.#client.query(copyFrom(`copy "${table}" (${names}) from stdin`))
      await pipeline(Readable.from(copyText(columns, rows), { objectMode: true }), copy)
    })
  }

  release(): void {
    this.#client.release(this.#isBroken)
  }

  async #try<Result>(use: () => Promise<Result>): Promise<Result> {
    try {
      return await use()
    } catch (error) {
      throw storeFailure(error)
    }
  }
}

/** NUL is dropped, as PostgreSQL cannot store it; the SQLite driver does the same. */
const toPostgresValue = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value
