import type { Kysely } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type MergedRanges, placeOfRow } from './merged-ranges.ts'
import { comparePlaces, nextPlace, type Place } from './places.ts'

/** Rows that one request examines if no index covers all of its filters. */
export const candidatesMax = 2_000

/**
 * The plan whose first candidates reach furthest, by its index alone, limited to them. `end` is the last place that it
 * examines, undefined at the end of the list. The result is undefined without plans.
 */
export const furthestPlan = async <Plan extends MergedRanges>(
  db: Kysely<EvmTables>,
  plans: readonly Plan[],
): Promise<{ plan: Plan; end: Place | undefined } | undefined> => {
  const ends = await Promise.all(plans.map(async (plan) => ({ plan, end: await placeOfRow(db, plan, candidatesMax) })))
  const [furthest] = ends.toSorted((a, b) => compareReach(a.end, b.end, a.plan.isAscending))
  if (!furthest?.end) return furthest
  const { plan, end } = furthest
  return { plan: { ...plan, ...(plan.isAscending ? { before: nextPlace(end) } : { floor: end }) }, end }
}

/** Furthest in the list's direction first; a plan without an end reaches the end of the list. */
const compareReach = (a: Place | undefined, b: Place | undefined, isAscending = false): number => {
  if (!a || !b) return Number(a !== undefined) - Number(b !== undefined)
  return isAscending ? comparePlaces(b, a) : comparePlaces(a, b)
}
