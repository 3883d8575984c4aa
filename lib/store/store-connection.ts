import type { DatabaseConnection } from 'kysely'

export type Rows = readonly Record<string, unknown>[]

/** A connection of one of our two drivers: Kysely's, and the work on many rows that Kysely has no words for. */
export type StoreConnection = DatabaseConnection & {
  insertMany(table: string, columns: readonly string[], rows: Rows): Promise<void>
  upsertMany(table: string, key: readonly string[], columns: readonly string[], rows: Rows): Promise<void>
  deleteMany(table: string, key: readonly string[], keys: Rows): Promise<void>
  findMany(table: string, columns: readonly string[], key: readonly string[], keys: Rows): Promise<Rows>
}

export const isStoreConnection = (connection: DatabaseConnection): connection is StoreConnection =>
  'insertMany' in connection
