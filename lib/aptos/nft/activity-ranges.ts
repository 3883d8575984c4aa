import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { limitOfRanges } from '#lib/store/limit-of-ranges.ts'

/** The position of an activity in every list: newest first by version, then by the event's index in the transaction. */
export type ActivityPlace = { version: number; event: number }

/** The activities with these 32 bytes in the column: a range of an index in order of position. */
export type ActivityRange = {
  column: 'collection_data_id_hash' | 'creator_address' | 'token_data_id_hash' | 'from_address' | 'to_address'
  value: Uint8Array
}

export type ActivityQuery = {
  chainId: number
  /** At least one. */
  ranges: readonly ActivityRange[]
  /** Conditions on the activities of the ranges, which are named `t`. */
  filters?: readonly RawBuilder<unknown>[]
  /** Only activities below this position; undefined for no limit. */
  before: ActivityPlace | undefined
  /** Only activities at or above this position. */
  floor?: ActivityPlace
}

export const newestActivityFirst = (name: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${name}.transaction_version`)} desc, ${sql.ref(`${name}.event_index`)} desc`

/**
 * The positions of the activities in any of the ranges, newest first, at most `rows`. An activity in two of the ranges appears twice in a row.
 *
 * Both databases read the ranges side by side, each from its index, and stop at the limit: SQLite because it flattens the
 * inner queries, PostgreSQL because each of them has its order.
 */
const mergedPlaces = (
  db: Kysely<AptosTables>,
  { chainId, ranges, filters = [], before, floor }: ActivityQuery,
  rows: number,
  skipped = 0,
): RawBuilder<unknown> => {
  const place = sql.raw('p.transaction_version, p.event_index')
  const bounds = sql`${before ? sql` and (${place}) < (${before.version}, ${before.event})` : sql``}${
    floor ? sql` and (${place}) >= (${floor.version}, ${floor.event})` : sql``
  }`
  // Joined with itself, so that the range is read from its index only, whatever the filters, and never from the primary key.
  const joined = filters.length
    ? sql`cross join aptos_token_activities as t where t.chain_id = p.chain_id
        and t.transaction_version = p.transaction_version and t.event_index = p.event_index
        and ${sql.join([...filters], sql` and `)} and`
    : sql`where`
  const limit = limitOfRanges(db, ranges.length, rows + skipped)
  const each = ranges.map(
    ({ column, value }) => sql`select * from (select ${place} from aptos_token_activities as p
      ${joined} p.chain_id = ${chainId} and ${sql.ref(`p.${column}`)} = ${value}${bounds}
      order by ${newestActivityFirst('p')}${limit}) as one`,
  )
  return sql`select transaction_version, event_index from (${sql.join(each, sql` union all `)}) as merged
    order by ${newestActivityFirst('merged')} limit ${rows}${skipped ? sql` offset ${skipped}` : sql``}`
}

/**
 * The same with distinct positions. An activity has one value in each column, and two sides: it is in at most two of
 * the ranges.
 */
export const distinctActivityPlaces = (
  db: Kysely<AptosTables>,
  query: ActivityQuery,
  rows: number,
): RawBuilder<unknown> =>
  query.ranges.length < 2
    ? mergedPlaces(db, query, rows)
    : sql`select distinct transaction_version, event_index from (${mergedPlaces(db, query, 2 * rows)}) as doubled
        order by transaction_version desc, event_index desc limit ${rows}`

/** The place of activity number `count` of the ranges; undefined when there are fewer. */
export const placeOfActivity = async (
  db: Kysely<AptosTables>,
  query: ActivityQuery,
  count: number,
): Promise<ActivityPlace | undefined> => {
  const { rows } = await sql<{ transaction_version: number; event_index: number }>`
    ${mergedPlaces(db, query, 1, count - 1)}`.execute(db)
  const [row] = rows
  return row && { version: row.transaction_version, event: row.event_index }
}
