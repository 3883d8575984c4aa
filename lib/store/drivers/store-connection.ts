import type { DatabaseConnection } from 'kysely'

export type Rows = readonly Record<string, unknown>[]

/** A connection of one of our two drivers: Kysely's interface, and bulk operations that Kysely does not have. */
export type StoreConnection = DatabaseConnection & {
  insertMany(table: string, columns: readonly string[], rows: Rows): Promise<void>
  upsertMany(table: string, key: readonly string[], columns: readonly string[], rows: Rows): Promise<void>
  deleteMany(table: string, key: readonly string[], keys: Rows): Promise<void>
  findMany(table: string, columns: readonly string[], key: readonly string[], keys: Rows): Promise<Rows>
}

export const isStoreConnection = (connection: DatabaseConnection): connection is StoreConnection =>
  'insertMany' in connection
