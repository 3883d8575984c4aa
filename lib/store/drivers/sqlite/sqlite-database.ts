import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

/* Statements on a batch of rows in SQLite; each row has its values in the order of the columns. */

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

const placeholders = (columns: readonly string[], rowCount: number): string =>
  Array<string>(rowCount)
    .fill(`(${columns.map(() => '?').join(', ')})`)
    .join(', ')

/**
 * `or fail` leaves the rows before a violation to the transaction's rollback. By default SQLite would copy every page
 * that a bulk statement changes, to revert that statement alone: 50 % more work.
 */
export const insertSql = (table: string, columns: readonly string[], rowCount: number): string =>
  `insert or fail into "${table}" (${quoted(columns)}) values ${placeholders(columns, rowCount)}`

export const sqliteUpsert = (
  table: string,
  key: readonly string[],
  columns: readonly string[],
  rowCount: number,
): string => {
  const changes = columns
    .filter((column) => !key.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`)
  const action = changes.length ? `do update set ${changes.join(', ')}` : 'do nothing'
  return `${insertSql(table, columns, rowCount)} on conflict (${quoted(key)}) ${action}`
}

export const sqliteDelete = (table: string, key: readonly string[], rowCount: number): string =>
  `delete from "${table}" where (${quoted(key)}) in (values ${placeholders(key, rowCount)})`

/** `cross join` keeps the order: the table is searched once for each key, never read as a whole. */
export const sqliteFind = (
  table: string,
  columns: readonly string[],
  key: readonly string[],
  rowCount: number,
): string => {
  const wanted = columns.map((column) => `stored."${column}"`).join(', ')
  const matches = key.map((column) => `stored."${column}" = sought."${column}"`).join(' and ')
  return `with sought (${quoted(key)}) as (values ${placeholders(key, rowCount)})
    select ${wanted} from sought cross join "${table}" as stored on ${matches}`
}

/**
 * The rows of a statement, as objects of one shape. Those created by `node:sqlite` are dictionaries, slower to create
 * and read: this saves a tenth of the time of a page of 100 rows. The names are read every time, because a migration
 * may have changed them.
 */
export const readRows = (statement: StatementSync, parameters: readonly SQLInputValue[]): Record<string, unknown>[] => {
  statement.setReturnArrays(true)
  const lists: unknown[] = statement.all(...parameters)
  if (lists.length === 0) return []
  const names = statement.columns().map(({ name }) => name)
  return lists.filter(Array.isArray).map((values) => {
    const row: Record<string, unknown> = {}
    for (const [index, name] of names.entries()) row[name] = values[index]
    return row
  })
}

/**
 * 1 while a SQLite statement blocks the event loop. In shared memory, so that the watchdog thread can distinguish a
 * long statement from an endless loop.
 */
export const sqliteStatement = new Int32Array(new SharedArrayBuffer(4))

/** Runs statements without a turn of the event loop. */
export const inStatement = <Result>(run: () => Result): Result => {
  sqliteStatement[0] = 1
  try {
    return run()
  } finally {
    sqliteStatement[0] = 0
  }
}

export type Prepared = { statement: StatementSync; returnsRows: boolean }

/** Maximum number of prepared statements; the least recently used one is dropped. */
const preparedMax = 256

/** Waiting is done without blocking the process (see `retryWhileBusy`), except while the file is being opened. */
const openTimeoutMs = 10_000

/** For new files. Rows go into many indexes: larger pages are split less often, and fewer of them are written. */
const pageSize = 8_192

const sharedPragmas = ['synchronous = normal', 'foreign_keys = on', 'temp_store = memory', 'busy_timeout = 0']

/** A write-ahead log above this size is cut back after a checkpoint. */
const writerPragmas = ['cache_size = -65536', 'wal_autocheckpoint = 8000', 'journal_size_limit = 67108864']

/** `query_only` turns a misclassified write into an error. */
const readerPragmas = ['cache_size = -32768', 'mmap_size = 134217728', 'query_only = on']

/** One handle on a SQLite file, with its prepared statements. */
export class SqliteDatabase {
  readonly #database: DatabaseSync
  readonly #prepared = new LRUCache<string, Prepared>({ max: preparedMax })

  constructor(path: string, role: 'writer' | 'reader') {
    this.#database = new DatabaseSync(path, { timeout: openTimeoutMs })
    if (role === 'writer') this.#database.exec(`pragma page_size = ${pageSize}; pragma journal_mode = wal`)
    for (const pragma of [...(role === 'writer' ? writerPragmas : readerPragmas), ...sharedPragmas]) {
      this.#database.exec(`pragma ${pragma}`)
    }
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction
  }

  exec(sql: string): void {
    inStatement(() => this.#database.exec(sql))
  }

  prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known) return known
    const prepared = this.prepareOnce(sql)
    this.#prepared.set(sql, prepared)
    return prepared
  }

  /** Changes when another handle has committed (https://sqlite.org/pragma.html#pragma_data_version); undefined if the file cannot be read. */
  version(): string | undefined {
    try {
      const [row] = readRows(this.prepare('pragma data_version').statement, [])
      return row === undefined ? undefined : String(row.data_version)
    } catch {
      return undefined
    }
  }

  /** A separate statement for reading row by row: a shared one would be reset by its next user. */
  prepareOnce(sql: string): Prepared {
    const statement = this.#database.prepare(sql)
    return { statement, returnsRows: statement.columns().length > 0 }
  }

  close(): void {
    this.#prepared.clear()
    this.#database.close()
  }
}

/**
 * A value as SQLite stores it. A `bigint` is passed as decimal text: a text column keeps it, an integer column converts
 * it. NUL is removed, as PostgreSQL cannot store it. Throws TypeError for an unsupported value.
 */
export const toSqliteValue = (value: unknown): SQLInputValue => {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string' && value.includes('\0')) return value.replaceAll('\0', '')
  if (typeof value === 'boolean') throw new TypeError('flags are stored as 0 or 1')
  if (value === null || typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array)
    return value
  throw new TypeError(`a ${typeof value} is no column value`)
}
