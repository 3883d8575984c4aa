import { sql } from 'kysely'
import type { Store } from '#lib/store/store.ts'

/** Drops the indexes of these tables except their keys, and returns the statements that create them again. */
export const dropIndexes = async <Tables>(
  { db, dialect }: Store<Tables>,
  tables: readonly (keyof Tables & string)[],
): Promise<string[]> => {
  const known =
    dialect === 'sqlite'
      ? sql<{ name: string; definition: string }>`select name, sql as definition from sqlite_master
          where type = 'index' and tbl_name in (${sql.join(tables)}) and sql is not null`
      : sql<{ name: string; definition: string }>`select indexname as name, indexdef as definition from pg_indexes
          where tablename in (${sql.join(tables)}) and indexname not like '%\\_key'`
  const { rows } = await known.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  return rows.map(({ definition }) => definition)
}

/** Creates them, and leaves the database as one that has been running for long. */
export const createIndexes = async <Tables>(store: Store<Tables>, definitions: readonly string[]): Promise<void> => {
  for (const definition of definitions) await sql.raw(definition).execute(store.db)
  await sql.raw(store.dialect === 'postgres' ? 'vacuum analyze' : 'pragma wal_checkpoint(truncate)').execute(store.db)
}
