import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Makes these columns the primary key of a table. SQLite cannot change a primary key, and finds rows by another unique
 * key as well.
 */
export const changePrimaryKey = async (
  db: Kysely<unknown>,
  table: string,
  columns: readonly string[],
): Promise<void> => {
  const key = sql.join(columns.map((column) => sql.ref(column)))
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    const name = sql.ref(`${table}_pkey`)
    await sql`alter table ${sql.table(table)} drop constraint ${name}, add constraint ${name} primary key (${key})`.execute(
      db,
    )
    return
  }
  await sql`create unique index ${sql.ref(`${table}_key`)} on ${sql.table(table)} (${key})`.execute(db)
}
