import { type Kysely, sql } from 'kysely'
import type { InBlock } from '#lib/evm/decode/records.ts'
import {
  distinctPlaces,
  type MergedRanges,
  nextPlace,
  onSamePlace,
  type Place,
  placeOfRow,
  placeOrder,
} from '#lib/evm/queries/parts/merged-ranges.ts'
import { withBlock } from '#lib/evm/queries/parts/with-block.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { ContractRow, Erc20TransferRow } from '#lib/evm/token-tables.ts'
import type { Erc20List, Erc20Plan } from './erc20-plans.ts'

export type StoredErc20Event = Erc20TransferRow & InBlock & Pick<ContractRow, 'name' | 'symbol' | 'decimals'>

type Erc20Query = {
  list: Erc20List
  chain: number
  /** At least one. */
  plans: readonly Erc20Plan[]
  /** The lowest place to read. */
  floor: Place
  /** Only rows below this place. */
  before: Place | undefined
  isAscending?: boolean
  rows: number
}

/** Rows that one request looks at where no index answers all of its filters. */
export const candidatesMax = 2_000

/**
 * Events in list order, and where the scan of `candidatesMax` rows stopped: everything up to that place is decided.
 * Without filters it is one statement; otherwise each plan first finds the end of its candidates from its index, and
 * the plan that reaches furthest is used.
 */
export const erc20Page = async (
  db: Kysely<EvmTables>,
  { list: { table }, chain, plans, floor, before, isAscending, rows }: Erc20Query,
): Promise<{ events: StoredErc20Event[]; examinedTo: Place | undefined }> => {
  const whole = plans.map((plan) => ({ ...plan, table, chain, floor, before, isAscending }))
  const [only] = whole
  if (only && whole.length === 1 && !only.filters.length)
    return { events: await readEvents(db, only, rows, rows), examinedTo: undefined }

  const ends = await Promise.all(whole.map(async (plan) => ({ plan, end: await placeOfRow(db, plan, candidatesMax) })))
  const [best] = ends.toSorted((a, b) => compareReach(a.end, b.end, isAscending))
  if (!best) return { events: [], examinedTo: undefined }
  const { plan, end } = best
  const bounded = end ? { ...plan, ...(isAscending ? { before: nextPlace(end) } : { floor: end }) } : plan
  return { events: await readEvents(db, bounded, candidatesMax, rows), examinedTo: end }
}

/** The rows among the first `candidates` places that pass the filters. */
const readEvents = async (
  db: Kysely<EvmTables>,
  plan: MergedRanges & Pick<Erc20Plan, 'filters'>,
  candidates: number,
  rows: number,
): Promise<StoredErc20Event[]> => {
  const { table, chain, filters } = plan
  const block = withBlock(chain, 't')
  const where = filters.length ? sql`where ${sql.join([...filters], sql` and `)}` : sql``
  const found = await sql<StoredErc20Event>`
    select t.*, ${block.columns}, c.name, c.symbol, c.decimals
    from (${distinctPlaces(plan, candidates)}) as places
    join ${sql.table(table)} as t on ${onSamePlace(chain, table)}
    ${block.joins}
    left join evm_contracts as c on c.chain = ${chain} and c.address = t.token_address
    ${where} order by ${placeOrder(plan, 'places.')} limit ${rows}`.execute(db)
  return found.rows
}

/** Furthest in the list's direction first; a plan without an end reaches the end of the list. */
const compareReach = (a: Place | undefined, b: Place | undefined, isAscending = false): number => {
  if (!a || !b) return Number(a !== undefined) - Number(b !== undefined)
  const difference = (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)
  return isAscending ? -difference : difference
}
