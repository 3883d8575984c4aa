import { type Kysely, sql } from 'kysely'
import type { InBlock } from '#lib/evm/decode/records.ts'
import {
  distinctPlaces,
  type MergedRanges,
  newestFirst,
  onSamePlace,
  type Place,
  placeOfRow,
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
  /** The lowest block. */
  lowest: number
  /** Only rows below this place. */
  before: Place | undefined
  rows: number
}

/** Rows that one request looks at where no index answers all of its filters. */
export const candidatesMax = 2_000

/**
 * Events newest first, and where the scan of `candidatesMax` rows stopped: everything down to that place is decided.
 * Without filters it is one statement; otherwise each plan first finds the end of its candidates from its index, and
 * the plan that reaches furthest is used.
 */
export const erc20Page = async (
  db: Kysely<EvmTables>,
  { list: { table }, chain, plans, lowest, before, rows }: Erc20Query,
): Promise<{ events: StoredErc20Event[]; examinedTo: Place | undefined }> => {
  const floor: Place = [lowest]
  const whole = plans.map((plan) => ({ ...plan, table, chain, floor, before }))
  const [only] = whole
  if (only && whole.length === 1 && !only.filters.length)
    return { events: await readEvents(db, only, rows, rows), examinedTo: undefined }

  const ends = await Promise.all(whole.map(async (plan) => ({ plan, end: await placeOfRow(db, plan, candidatesMax) })))
  const [best] = ends.toSorted((a, b) => comparePlaces(a.end, b.end))
  if (!best) return { events: [], examinedTo: undefined }
  const { plan, end } = best
  const bounded = end ? { ...plan, floor: end } : plan
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
    ${where} order by ${newestFirst(table, 'places.')} limit ${rows}`.execute(db)
  return found.rows
}

/** Lowest first; none is below all. */
const comparePlaces = (a: Place | undefined, b: Place | undefined): number => {
  if (!a || !b) return Number(a !== undefined) - Number(b !== undefined)
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)
}
