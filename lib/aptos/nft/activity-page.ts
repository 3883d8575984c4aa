import { type Kysely, sql } from 'kysely'
import type { AptosTables, AptosTokenActivityRow } from '#lib/aptos/chain/tables.ts'
import {
  type ActivityPlace,
  type ActivityQuery,
  distinctActivityPlaces,
  newestActivityFirst,
  placeOfActivity,
} from './activity-ranges.ts'

/** One way to read a list: the activities of these ranges that pass the filters. */
export type ActivityPlan = Pick<ActivityQuery, 'ranges' | 'filters'>

/** Activities scanned per step if no index covers all filters, and the number of steps per request. */
export const activityCandidatesMax = 4_000
export const roundsMax = 5

type ActivityPage = {
  rows: AptosTokenActivityRow[]
  /** The position where the search stopped before `rows` activities: everything above it is decided. */
  examinedTo: ActivityPlace | undefined
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
const lowestFirst = (a: ActivityPlace | undefined, b: ActivityPlace | undefined): number => {
  if (!a || !b) return Number(a !== undefined) - Number(b !== undefined)
  return a.version - b.version || a.event - b.event
}
