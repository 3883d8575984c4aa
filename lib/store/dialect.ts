import { PostgresAdapter, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { toDigits } from '#lib/base/bytes.ts'

/** Whether a database or transaction is one of PostgreSQL. */
export const isPostgres = (db: QueryExecutorProvider): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/**
 * With more ranges, or more rows, the limits cost more than they save on one server: pages of 101 rows from 200 ranges took
 * 9 to 11 % longer, 4,000 rows from 50 ranges 5 to 25 % (PostgreSQL 15, 300,000 events, the fastest of alternating runs).
 */
const rangesMax = 50
const rowsMax = 1_000

/**
 * The limit of each of several ordered ranges whose union is read up to `rows`. On PostgreSQL only, so that a sharded table
 * sends no more rows than that: with limits, SQLite no longer flattens the inner queries.
 */
export const limitOfRanges = (db: QueryExecutorProvider, ranges: number, rows: number): RawBuilder<unknown> =>
  ranges > 1 && ranges <= rangesMax && rows <= rowsMax && isPostgres(db) ? sql` limit ${rows}` : sql``

/** Bytes in the text of a statement: a partial index serves a condition only if it stands there, and not in a parameter. */
export const bytesLiteral = (db: QueryExecutorProvider, bytes: Uint8Array): RawBuilder<Uint8Array> => {
  const hex = toDigits(bytes)
  return sql.raw(isPostgres(db) ? `'\\x${hex}'::bytea` : `x'${hex}'`)
}

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
