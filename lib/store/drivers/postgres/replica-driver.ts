import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import { failureKind } from '#lib/store/drivers/failure.ts'
import type { Rows, StoreConnection } from '#lib/store/drivers/store-connection.ts'
import type { PostgresConnection, PostgresDriver } from './postgres-driver.ts'

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
export class ReplicaDriver implements Driver {
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
