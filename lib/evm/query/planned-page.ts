import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type MergedRanges, placedRows, placeOfRow, type RangePlan } from './merged-ranges.ts'
import { comparePositions, type ListPosition, nextPosition } from './ranged-chain.ts'

/** Rows that one request examines if no index covers all of its filters. */
export const candidatesMax = 2_000

/**
 * The plan whose first candidates reach furthest, by its index alone, limited to them. `end` is the last place that it
 * examines, undefined at the end of the list. The result is undefined without plans.
 */
const furthestPlan = async <Plan extends MergedRanges>(
  db: Kysely<EvmTables>,
  plans: readonly Plan[],
): Promise<{ plan: Plan; end: ListPosition | undefined } | undefined> => {
  const ends = await Promise.all(plans.map(async (plan) => ({ plan, end: await placeOfRow(db, plan, candidatesMax) })))
  const [furthest] = ends.toSorted((a, b) => compareReach(a.end, b.end, a.plan.isAscending))
  if (!furthest?.end) return furthest
  const { plan, end } = furthest
  return { plan: { ...plan, ...(plan.isAscending ? { before: nextPosition(end) } : { floor: end }) }, end }
}

/** Furthest in the list's direction first; a plan without an end reaches the end of the list. */
const compareReach = (a: ListPosition | undefined, b: ListPosition | undefined, isAscending = false): number => {
  if (!a || !b) return Number(a !== undefined) - Number(b !== undefined)
  return isAscending ? comparePositions(b, a) : comparePositions(a, b)
}

/** `examinedTo` is set if the search stopped at `candidatesMax` rows: every row up to that place is decided. */
export type PlannedPage<Row> = { rows: Row[]; examinedTo: ListPosition | undefined }

/** Further columns of the rows, by joins on `t`. */
export type Joined = { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> }

type Query = {
  list: Omit<MergedRanges, 'ranges'>
  plans: readonly RangePlan[]
  rows: number
  joined?: Joined
}

/**
 * Rows in list order. Without filters it is one statement; otherwise each plan first finds the end of its candidates from its
 * index alone, and the plan that reaches furthest is used.
 */
export const plannedPage = async <Row>(
  db: Kysely<EvmTables>,
  { list, plans, rows, joined }: Query,
): Promise<PlannedPage<Row>> => {
  const whole = plans.map((plan) => ({ ...list, ...plan }))
  const [only] = whole
  if (only && whole.length === 1 && only.filters.length === 0)
    return await readRows(db, only, { candidates: rows, rows, joined })
  const furthest = await furthestPlan(db, whole)
  if (!furthest) return { rows: [], examinedTo: undefined }
  const found = await readRows<Row>(db, furthest.plan, { candidates: candidatesMax, rows, joined })
  return { rows: found.rows, examinedTo: furthest.end }
}

/** The rows among the first `candidates` places that pass the filters. */
const readRows = async <Row>(
  db: Kysely<EvmTables>,
  plan: MergedRanges & RangePlan,
  { candidates, rows, joined }: { candidates: number; rows: number; joined: Joined | undefined },
): Promise<PlannedPage<Row>> => {
  const { columns, from, order, end } = await placedRows(db, plan, candidates)
  const where = plan.filters.length > 0 ? sql`where ${sql.join([...plan.filters], sql` and `)}` : sql``
  const found = await sql<Row>`
    select ${columns}${joined ? sql`, ${joined.columns}` : sql``} from ${from} ${joined?.joins ?? sql``}
    ${where} order by ${order} limit ${rows}`.execute(db)
  return { rows: found.rows, examinedTo: end }
}
