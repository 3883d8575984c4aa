import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AptosTables, AptosTokenActivityRow } from '#lib/aptos/chain/tables.ts'
import { limitOfRanges } from '#lib/store/dialect.ts'

/** The position of an activity in every list: newest first by version, then by the event's index in the transaction. */
export type ActivityPosition = { version: number; event: number }

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
  before: ActivityPosition | undefined
  /** Only activities at or above this position. */
  floor?: ActivityPosition
}

const newestActivityFirst = (name: string): RawBuilder<unknown> =>
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
const placeOfActivity = async (
  db: Kysely<AptosTables>,
  query: ActivityQuery,
  count: number,
): Promise<ActivityPosition | undefined> => {
  const { rows } = await sql<{ transaction_version: number; event_index: number }>`
    ${mergedPlaces(db, query, 1, count - 1)}`.execute(db)
  const [row] = rows
  return row && { version: row.transaction_version, event: row.event_index }
}

/** One way to read a list: the activities of these ranges that pass the filters. */
export type ActivityPlan = Pick<ActivityQuery, 'ranges' | 'filters'>

/** Activities scanned per step if no index covers all filters, and the number of steps per request. */
export const activityCandidatesMax = 4_000
export const roundsMax = 5

type ActivityPage = {
  rows: AptosTokenActivityRow[]
  /** The position where the search stopped before `rows` activities: everything above it is decided. */
  examinedTo: ActivityPosition | undefined
}

type PageQuery = Pick<ActivityQuery, 'chainId' | 'before'> & { plans: readonly ActivityPlan[]; rows: number }

/** Activities newest first: one statement if an index is sufficient, otherwise bounded work. */
export const activityPage = async (db: Kysely<AptosTables>, query: PageQuery): Promise<ActivityPage> => {
  const { plans, chainId, before, rows } = query
  const [only] = plans
  if (!only) return { rows: [], examinedTo: undefined }
  if (plans.length === 1 && !only.filters?.length)
    return { rows: await readActivities(db, { ...only, chainId, before }, rows), examinedTo: undefined }

  const found: AptosTokenActivityRow[] = []
  let examinedTo = before
  for (let round = 0; round < roundsMax; round++) {
    const part = await boundedPart(db, { ...query, before: examinedTo, rows: rows - found.length })
    found.push(...part.rows)
    examinedTo = part.examinedTo
    if (found.length >= rows || !examinedTo) break
  }
  return { rows: found, examinedTo: found.length >= rows ? undefined : examinedTo }
}

/**
 * For each plan, one statement finds the end of its next candidates from its index; the plan that reaches furthest is
 * read and filtered.
 */
const boundedPart = async (
  db: Kysely<AptosTables>,
  { chainId, plans, before, rows }: PageQuery,
): Promise<ActivityPage> => {
  const ends = await Promise.all(
    plans.map(async (plan) => {
      const end = await placeOfActivity(db, { chainId, ranges: plan.ranges, before }, activityCandidatesMax)
      return { plan, end }
    }),
  )
  const [best] = ends.toSorted((a, b) => lowestFirst(a.end, b.end))
  if (!best) return { rows: [], examinedTo: undefined }
  const query = { ...best.plan, chainId, before, floor: best.end }
  return { rows: await readActivities(db, query, rows), examinedTo: best.end }
}

/** Activities of the ranges, newest first, in one statement: their positions from the indexes, then each row by its key. */
export const readActivities = async (
  db: Kysely<AptosTables>,
  query: ActivityQuery,
  rows: number,
): Promise<AptosTokenActivityRow[]> => {
  const found = await sql<AptosTokenActivityRow>`
    select a.* from (${distinctActivityPlaces(db, query, rows)}) as places
    join aptos_token_activities as a on a.chain_id = ${query.chainId}
      and a.transaction_version = places.transaction_version and a.event_index = places.event_index
    order by ${newestActivityFirst('places')}`.execute(db)
  return found.rows
}

/** Undefined is the lowest: everything was scanned. */
const lowestFirst = (a: ActivityPosition | undefined, b: ActivityPosition | undefined): number => {
  if (!a || !b) return Number(a !== undefined) - Number(b !== undefined)
  return a.version - b.version || a.event - b.event
}
