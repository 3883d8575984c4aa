import { type QueryExecutorProvider, sql } from 'kysely'
import { isPostgres } from './is-postgres.ts'

/**
 * Makes these columns the primary key of a table. SQLite cannot change a primary key, and finds rows by another unique
 * key as well. One subcommand a statement: Citus refuses ADD CONSTRAINT together with another.
 */
export const changePrimaryKey = async (
  db: QueryExecutorProvider,
  table: string,
  columns: readonly string[],
): Promise<void> => {
  const key = sql.join(columns.map((column) => sql.ref(column)))
  if (!isPostgres(db)) {
    await sql`create unique index ${sql.ref(`${table}_key`)} on ${sql.table(table)} (${key})`.execute(db)
    return
  }
  const name = sql.ref(`${table}_pkey`)
  await sql`alter table ${sql.table(table)} drop constraint ${name}`.execute(db)
  await sql`alter table ${sql.table(table)} add constraint ${name} primary key (${key})`.execute(db)
}
