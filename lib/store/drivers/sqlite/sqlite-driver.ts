import { setImmediate as nextTurnOfLoop, setTimeout as wait } from 'node:timers/promises'
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { ServiceError } from '#lib/base/errors.ts'
import { invariant } from '#lib/base/invariant.ts'
import { type DatabaseGate, type DatabaseWatch, storeFailure } from '#lib/store/drivers/database-watch.ts'
import type { Rows, StoreConnection } from '#lib/store/drivers/store-connection.ts'
import { createFileWatch } from './file-watch.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import {
  inStatement,
  insertSql,
  type Prepared,
  readRows,
  SqliteDatabase,
  sqliteDelete,
  sqliteFind,
  sqliteStatement,
  sqliteUpsert,
  toSqliteValue,
} from './sqlite-database.ts'
import { Turns } from './turns.ts'

export type SqliteDriverOptions = {
  /** File path, or `:memory:`. */
  path: string
  /** How long a write waits for writes of other processes. */
  busyTimeoutMs: number
  watch: DatabaseWatch
  /** Called before the file is opened. */
  prepare?: () => void
  gate?: DatabaseGate
  /** Called when the path no longer leads to the file that was opened. */
  onFileLost?: (path: string) => void
}

/** After this much time in transactions there is a gap, so that other processes can write. */
const heldMsMax = 60
const gapMs = 4
/** A long insert lets the process do other work this often. */
const insertSliceMs = 20

const rowsPerStatement = 100
const variablesMax = 32_766
/** With more rows per upsert, SQLite copies every page that they change. */
const upsertsPerStatement = 1

/**
 * SQLite through `node:sqlite`: one handle writes, one reads. Reads never wait for a transaction of this process and see
 * what is committed; writes wait for their turn here, then for the file's lock, without blocking the process.
 */
export class SqliteDriver implements Driver {
  readonly #options: SqliteDriverOptions
  #shared: Shared | undefined

  constructor(options: SqliteDriverOptions) {
    this.#options = options
  }

  async init(): Promise<void> {
    const { path, prepare, gate } = this.#options
    gate?.()
    try {
      prepare?.()
      const writer = new SqliteDatabase(path, 'writer')
      const reader = path === ':memory:' ? writer : new SqliteDatabase(path, 'reader')
      this.#shared = {
        writer,
        reader,
        turns: new Turns(),
        snapshots: new Turns(),
        heldMs: 0,
        nextBeginAt: 0,
        isFileThere: path === ':memory:' ? () => true : createFileWatch(path),
        ...this.#options,
      }
    } catch (error) {
      throw storeFailure(error)
    }
  }

  /**
   * Differs after each commit that this process's reads can see, of its own writer too: the reader is a handle of its own.
   * Undefined in memory, where reader and writer are one.
   */
  version(): string | undefined {
    const { reader, writer } = this.#shared ?? {}
    return reader === undefined || reader === writer ? undefined : reader.version()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#options.gate?.()
    invariant(this.#shared, 'the SQLite driver is open')
    if (!this.#shared.isFileThere()) {
      this.#options.onFileLost?.(this.#options.path)
      throw new ServiceError('not_available', 'The database file was deleted or replaced.')
    }
    return new SqliteConnection(this.#shared)
  }

  async beginTransaction(connection: SqliteConnection, settings: TransactionSettings): Promise<void> {
    await connection.begin(settings.accessMode === 'read only' ? 'read' : 'write')
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.rollback()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    if (!this.#shared) return
    const { reader, writer } = this.#shared
    if (reader !== writer) reader.close()
    writer.close()
  }
}

type Shared = SqliteDriverOptions & {
  writer: SqliteDatabase
  reader: SqliteDatabase
  /** Queue for the writer. */
  turns: Turns
  /** Queue for read transactions on the reader. */
  snapshots: Turns
  /** Time spent in transactions since the last gap, and when the next transaction may start. */
  heldMs: number
  nextBeginAt: number
  isFileThere: () => boolean
}

type Held = {
  database: SqliteDatabase
  writes: boolean
  since: number
  endTurn: () => void
  /** Bulk work failed halfway: only a rollback is allowed, as in PostgreSQL. */
  hasFailed: boolean
}

class SqliteConnection implements StoreConnection {
  readonly #shared: Shared
  /** Set from begin to commit or rollback. */
  #held: Held | undefined

  constructor(shared: Shared) {
    this.#shared = shared
  }

  async begin(mode: 'read' | 'write'): Promise<void> {
    const { reader, writer, turns, snapshots, busyTimeoutMs } = this.#shared
    const isSnapshot = mode === 'read' && reader !== writer
    const database = isSnapshot ? reader : writer
    const endTurn = await (isSnapshot ? snapshots : turns).take()
    try {
      if (!isSnapshot) await this.#leaveGap()
      // Immediate: a transaction that reads first and writes later could otherwise fail against another process.
      await retryWhileBusy(() => database.exec(isSnapshot ? 'begin' : 'begin immediate'), busyTimeoutMs)
    } catch (error) {
      endTurn()
      throw this.#failure(error)
    }
    this.#held = { database, writes: !isSnapshot, since: performance.now(), endTurn, hasFailed: false }
  }

  async commit(): Promise<void> {
    if (this.#held?.hasFailed) {
      await this.rollback()
      throw new AbortedTransactionError()
    }
    try {
      this.#held?.database.exec('commit')
    } catch (error) {
      throw this.#failure(error)
    }
    this.#shared.watch.worked(this.#held?.writes ? 'write' : 'read')
    this.#end()
  }

  async rollback(): Promise<void> {
    try {
      // SQLite itself rolls back if the disk is full.
      if (this.#held?.database.inTransaction) this.#held.database.exec('rollback')
    } finally {
      this.#end()
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const reads = isRead(query)
      const result = await this.#withDatabase(reads, (database) => run<Row>(database, query))
      // In a transaction, only the commit shows that a write succeeded.
      this.#shared.watch.worked(reads || this.#held ? 'read' : 'write')
      return result
    } catch (error) {
      throw this.#failure(error)
    }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const database = this.#held?.database ?? this.#shared.reader
    const { statement } = database.prepareOnce(query.sql)
    let rows: Row[] = []
    for (const row of statement.iterate(...query.parameters.map(toSqliteValue))) {
      rows.push(row as Row)
      if (rows.length < chunkSize) continue
      yield { rows }
      rows = []
    }
    if (rows.length) yield { rows }
  }

  async insertMany(table: string, columns: readonly string[], rows: Rows): Promise<void> {
    await this.#inBatches(rows, columns, (count) => insertSql(table, columns, count))
  }

  async upsertMany(table: string, key: readonly string[], columns: readonly string[], rows: Rows): Promise<void> {
    await this.#inBatches(rows, columns, (count) => sqliteUpsert(table, key, columns, count), upsertsPerStatement)
  }

  async deleteMany(table: string, key: readonly string[], keys: Rows): Promise<void> {
    await this.#inBatches(keys, key, (count) => sqliteDelete(table, key, count))
  }

  async findMany(table: string, columns: readonly string[], key: readonly string[], keys: Rows): Promise<Rows> {
    return await this.#inBatches(keys, key, (count) => sqliteFind(table, columns, key, count))
  }

  /** Runs one statement per full batch of rows, and one for each remaining row, so that few statements are prepared. */
  async #inBatches(
    rows: Rows,
    columns: readonly string[],
    sqlFor: (rowCount: number) => string,
    rowsAtOnce = rowsPerStatement,
  ): Promise<Rows> {
    const held = this.#held
    invariant(held, 'work on many rows has a transaction')
    const { database } = held
    const batchRows = Math.max(1, Math.min(rowsAtOnce, Math.floor(variablesMax / columns.length)))
    const found: Record<string, unknown>[] = []
    try {
      const prepared = new Map<number, Prepared>()
      let yieldAt = performance.now() + insertSliceMs
      for (let from = 0; from < rows.length; ) {
        sqliteStatement[0] = 1
        const size = rows.length - from >= batchRows ? batchRows : 1
        const { statement, returnsRows } = prepared.get(size) ?? database.prepare(sqlFor(size))
        if (!prepared.has(size)) prepared.set(size, { statement, returnsRows })
        const values = []
        for (let index = from; index < from + size; index++) {
          const row = rows[index]
          for (const column of columns) values.push(toSqliteValue(row?.[column]))
        }
        if (returnsRows) for (const row of readRows(statement, values)) found.push(row)
        else statement.run(...values)
        from += size
        if (performance.now() < yieldAt) continue
        sqliteStatement[0] = 0
        await nextTurnOfLoop()
        yieldAt = performance.now() + insertSliceMs
      }
    } catch (error) {
      held.hasFailed = true
      throw this.#failure(error)
    } finally {
      sqliteStatement[0] = 0
    }
    return found
  }

  async #withDatabase<Result>(reads: boolean, use: (database: SqliteDatabase) => Result): Promise<Result> {
    if (this.#held) return use(this.#held.database)
    const { reader, writer, turns, busyTimeoutMs } = this.#shared
    if (reads && reader !== writer) return await retryWhileBusy(() => use(reader), busyTimeoutMs)
    const endTurn = await turns.take()
    try {
      return await retryWhileBusy(() => use(writer), busyTimeoutMs)
    } finally {
      endTurn()
    }
  }

  #failure(error: unknown): unknown {
    this.#shared.watch.failed(error)
    return storeFailure(error)
  }

  /** Other processes poll for the lock; one that writes without pause would starve them. */
  async #leaveGap(): Promise<void> {
    const waitMs = this.#shared.nextBeginAt - performance.now()
    if (waitMs > 0) await wait(waitMs)
  }

  #end(): void {
    if (!this.#held) return
    const { writes, since, endTurn } = this.#held
    const now = performance.now()
    if (writes && this.#shared.reader !== this.#shared.writer) this.#shared.heldMs += now - since
    if (this.#shared.heldMs >= heldMsMax) {
      this.#shared.heldMs = 0
      this.#shared.nextBeginAt = now + gapMs
    }
    this.#held = undefined
    endTurn()
  }
}

const run = <Row>(database: SqliteDatabase, query: CompiledQuery): QueryResult<Row> => {
  const { statement, returnsRows } = database.prepare(query.sql)
  const parameters = query.parameters.map(toSqliteValue)
  if (returnsRows) return { rows: inStatement(() => readRows(statement, parameters)) as Row[] }
  const { changes, lastInsertRowid } = inStatement(() => statement.run(...parameters))
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/**
 * Raw SQL counts as a read only if none of its words could write; mistaking a read for a write costs a wait, never a
 * wrong result.
 */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' ||
  (query.kind === 'RawNode' &&
    /^\s*(select|with|explain)\b/i.test(sql) &&
    !/\b(insert|update|delete|replace)\b/i.test(sql))
