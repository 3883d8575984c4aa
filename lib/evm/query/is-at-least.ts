import { type RawBuilder, sql } from 'kysely'

/** Whether a whole number in decimal text is at least `least`, also above what the database's integers hold. */
export const isAtLeast = (column: string, least: string): RawBuilder<boolean> => {
  const value = sql.ref(column)
  return sql`(length(${value}) > ${least.length} or (length(${value}) = ${least.length} and ${value} >= ${least}))`
}
