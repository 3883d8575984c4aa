import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { readRows } from './read-rows.ts'
import { inStatement } from './sqlite-statement.ts'

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
