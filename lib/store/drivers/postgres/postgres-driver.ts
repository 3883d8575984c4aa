import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortedTransactionError,
  type CompiledQuery,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { invariant } from '#lib/base/invariant.ts'
import { arrayText } from '#lib/store/drivers/array-text.ts'
import { type DatabaseGate, type DatabaseWatch, storeFailure } from '#lib/store/drivers/database-watch.ts'
import type { Rows, StoreConnection } from '#lib/store/drivers/store-connection.ts'
import { changedTable, changesChannel, isPublic } from './change-listener.ts'
import { copyText } from './copy-text.ts'
import { postgresDelete, postgresFind, postgresUpsert } from './postgres-batches.ts'
import { alwaysWaits, type ResponseWatch, SilentDatabase } from './response-watch.ts'

export type DriverParts = { watch: DatabaseWatch; gate?: DatabaseGate; responses?: ResponseWatch }

/** PostgreSQL through a pool of `pg` connections. */
export class PostgresDriver implements Driver {
  readonly #pool: Pool
  readonly #columnTypes: ColumnTypesOf = new Map()
  readonly #watch: DatabaseWatch
  readonly #gate: DatabaseGate | undefined
  readonly #responses: ResponseWatch
  #isDestroyed = false

  constructor(pool: Pool, { watch, gate, responses = alwaysWaits }: DriverParts) {
    this.#pool = pool
    this.#watch = watch
    this.#gate = gate
    this.#responses = responses
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    this.#gate?.()
    try {
      this.#responses.refuseSilent()
      return new PostgresConnection(await this.#connect(), this.#columnTypes, this.#watch, this.#responses)
    } catch (error) {
      this.#watch.failed(error)
      throw storeFailure(error)
    }
  }

  async #connect(): Promise<PoolClient> {
    const connecting = this.#pool.connect()
    try {
      return await this.#responses.during(connecting)
    } catch (error) {
      // Nobody waits for it any more.
      connecting.then(
        (client) => client.release(),
        () => {},
      )
      throw error
    }
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    const access = settings.accessMode ? ` ${settings.accessMode}` : ''
    await connection.begin(`begin${isolation}${access}`)
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.commit()
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
    await this.#responses.close()
    await this.#pool.end()
  }
}

/** The column types by name of each requested table. */
type ColumnTypesOf = Map<string, ReadonlyMap<string, string>>

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

export class PostgresConnection implements StoreConnection {
  readonly #client: PoolClient
  readonly #columnTypes: ColumnTypesOf
  readonly #watch: DatabaseWatch
  readonly #responses: ResponseWatch
  #isInTransaction = false
  /** Listeners are told of a transaction once, when it is committed. */
  #hasNotified = false
  #isBroken = false

  constructor(client: PoolClient, columnTypes: ColumnTypesOf, watch: DatabaseWatch, responses: ResponseWatch) {
    this.#client = client
    this.#responses = responses
    this.#watch = watch
    this.#columnTypes = columnTypes
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#try(() =>
      this.#client.query(query.sql, query.parameters.map(toPostgresValue)),
    )
    if (!changing.has(command)) {
      this.#watch.worked('read')
      return { rows: rows ?? [] }
    }
    this.#watch.worked('write')
    if (rowCount) await this.#changed(changedTable(query.sql))
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  async begin(sql: string): Promise<void> {
    await this.#command(sql)
    this.#isInTransaction = true
    this.#hasNotified = false
  }

  async commit(): Promise<void> {
    this.#isInTransaction = false
    // A transaction that failed before answers COMMIT with ROLLBACK.
    if ((await this.#command('commit')) === 'ROLLBACK') throw new AbortedTransactionError()
  }

  /** A connection whose rollback fails is closed: the server then rolls back. */
  async rollback(): Promise<void> {
    this.#isInTransaction = false
    if (this.#isBroken) return
    try {
      await this.#client.query('rollback')
    } catch {
      this.#isBroken = true
    }
  }

  async #command(sql: string): Promise<string> {
    const { command } = await this.#try(() => this.#client.query(sql))
    return command
  }

  /** Tells listeners of a change: with the commit if this is a transaction. */
  async #changed(table: string | undefined): Promise<void> {
    if (this.#isInTransaction && this.#hasNotified) return
    if (table !== undefined && !isPublic(table)) return
    await this.#command(`notify ${changesChannel}`)
    this.#hasNotified = true
  }

  // biome-ignore lint/correctness/useYield: streaming needs a cursor, which nothing here reads with.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    invariant(false, 'large results are read page by page, not as a stream')
  }

  async insertMany(table: string, columns: readonly string[], rows: Rows): Promise<void> {
    const names = columns.map((column) => `"${column}"`).join(', ')
    await this.#try(async () => {
      const copy = this.#client.query(copyFrom(`copy "${table}" (${names}) from stdin`))
      await pipeline(Readable.from(copyText(columns, rows), { objectMode: true }), copy)
    })
    await this.#changed(table)
  }

  async upsertMany(table: string, key: readonly string[], columns: readonly string[], rows: Rows): Promise<void> {
    await this.#withRows(table, columns, rows, (source) => postgresUpsert(table, key, columns, source))
    await this.#changed(table)
  }

  async deleteMany(table: string, key: readonly string[], keys: Rows): Promise<void> {
    await this.#withKeys(table, key, keys, (source, leading) => postgresDelete(table, key, source, leading))
    await this.#changed(table)
  }

  async findMany(table: string, columns: readonly string[], key: readonly string[], keys: Rows): Promise<Rows> {
    return await this.#withKeys(table, key, keys, (source, leading) =>
      postgresFind(table, columns, key, { source, leading }),
    )
  }

  /** Runs a statement on keys, with the value of their first column as a parameter of its own if they share it. */
  async #withKeys(
    table: string,
    columns: readonly string[],
    keys: Rows,
    sqlOn: (source: string, leading?: string) => string,
  ): Promise<Rows> {
    const [first = ''] = columns
    const shared = keys[0]?.[first]
    const isShared = typeof shared === 'number' && keys.every((key) => key[first] === shared)
    if (!isShared) return await this.#withRows(table, columns, keys, sqlOn)
    const leading = `$${columns.length + 1}::bigint`
    return await this.#withRows(table, columns, keys, (source) => sqlOn(source, leading), [shared])
  }

  /** Runs a statement on rows sent as one array per column: one round trip, planned once, for any number of rows. */
  async #withRows(
    table: string,
    columns: readonly string[],
    rows: Rows,
    sqlOn: (source: string) => string,
    further: readonly number[] = [],
  ): Promise<Rows> {
    return await this.#try(async () => {
      const types = await this.#typesOf(table)
      const arrays = columns.map((column, index) => `$${index + 1}::${types.get(column) ?? 'text'}[]`)
      const parameters = [...columns.map((column) => arrayText(column, rows)), ...further]
      return (await this.#client.query(sqlOn(`unnest(${arrays.join(', ')})`), parameters)).rows
    })
  }

  async #typesOf(table: string): Promise<ReadonlyMap<string, string>> {
    const known = this.#columnTypes.get(table)
    if (known) return known
    const { rows } = await this.#client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, atttypmod) as type
       from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
      [`"${table}"`],
    )
    const types = new Map(rows.map(({ name, type }) => [name, type]))
    this.#columnTypes.set(table, types)
    return types
  }

  release(): void {
    this.#client.release(this.#isBroken)
  }

  async #try<Result>(use: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#responses.during(use())
    } catch (error) {
      // Its statement may still be running.
      if (error instanceof SilentDatabase) this.#isBroken = true
      this.#watch.failed(error)
      throw storeFailure(error)
    }
  }
}

/** NUL is dropped, as PostgreSQL cannot store it; the SQLite driver does the same. */
const toPostgresValue = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value
