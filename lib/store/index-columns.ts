import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The number of columns of an index, 0 if it does not exist. For indexes of plain columns in the current schema. */
export const indexColumnCount = async (db: Kysely<unknown>, index: string): Promise<number> => {
  const query =
    db.getExecutor().adapter instanceof PostgresAdapter
      ? sql<{ count: number }>`
          select indnatts as count from pg_index where indexrelid = to_regclass(${index})`
      : sql<{ count: number }>`select count(*) as count from pragma_index_info(${index})`
  const { rows } = await query.execute(db)
  return rows[0]?.count ?? 0
}
