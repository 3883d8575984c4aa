import { type RawBuilder, sql } from 'kysely'

/** Counting stops here for each row of a list: higher counts are null. */
const listedMax = 1_000

/**
 * The count of `rows` (a select of a range of an index) for a row of a list; null if they are more than 1,000. Whether they are is asked
 * first: most of what a list begins with has more, and needs no count then. The limit keeps SQLite on the index of the range, where it
 * would read distinct values from one that is sorted by them.
 */
export const countListed = (rows: RawBuilder<unknown>, counted = '*'): RawBuilder<unknown> => sql`
  case when not exists (${rows} limit 1 offset ${listedMax})
    then (select count(${sql.raw(counted)}) from (${rows} limit ${listedMax}) as listed) end`
