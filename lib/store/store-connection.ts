import type { DatabaseConnection } from 'kysely'

/** A connection of one of our two drivers: Kysely's, and the bulk insert that Kysely has no words for. */
export type StoreConnection = DatabaseConnection & {
  insertMany(table: string, columns: readonly string[], rows: readonly Record<string, unknown>[]): Promise<void>
}

export const isStoreConnection = (connection: DatabaseConnection): connection is StoreConnection =>
  'insertMany' in connection
