import { type Kysely, sql } from 'kysely'
import type { InBlock } from '#lib/evm/decode/records.ts'
import { candidatesMax, furthestPlan } from '#lib/evm/queries/parts/ranges/furthest-plan.ts'
import { type MergedRanges, placedRows } from '#lib/evm/queries/parts/ranges/merged-ranges.ts'
import type { Place } from '#lib/evm/queries/parts/ranges/places.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { ContractRow, Erc20TransferRow } from '#lib/evm/token-tables.ts'
import type { Erc20List, Erc20Plan } from './erc20-plans.ts'

export type StoredErc20Event = Erc20TransferRow & InBlock & Pick<ContractRow, 'name' | 'symbol' | 'decimals'>

type Erc20Query = {
  list: Erc20List
  chain: number
  /** At least one. */
  plans: readonly Erc20Plan[]
  /** The lowest position to read. */
  floor: Place
  /** Only rows below this position. */
  before: Place | undefined
  isAscending?: boolean
  hasSides: boolean
  rows: number
}

/**
 * Events in list order, and where the scan of `candidatesMax` rows stopped: everything up to that place is decided.
 * Without filters it is one statement; otherwise each plan first finds the end of its candidates from its index, and
 * the plan that reaches furthest is used.
 */
export const erc20Page = async (
  db: Kysely<EvmTables>,
  { list: { table }, chain, plans, floor, before, isAscending, hasSides, rows }: Erc20Query,
): Promise<{ events: StoredErc20Event[]; examinedTo: Place | undefined }> => {
  const whole = plans.map((plan) => ({ ...plan, table, chain, floor, before, isAscending, hasSides }))
  const [only] = whole
  if (only && whole.length === 1 && !only.filters.length) return await readEvents(db, only, rows, rows)

  const furthest = await furthestPlan(db, whole)
  if (!furthest) return { events: [], examinedTo: undefined }
  const { events } = await readEvents(db, furthest.plan, candidatesMax, rows)
  return { events, examinedTo: furthest.end }
}

/** The rows among the first `candidates` places that pass the filters. */
const readEvents = async (
  db: Kysely<EvmTables>,
  plan: MergedRanges & Pick<Erc20Plan, 'filters'>,
  candidates: number,
  rows: number,
): Promise<{ events: StoredErc20Event[]; examinedTo: Place | undefined }> => {
  const { chain, filters } = plan
  const { columns, from, order, end } = await placedRows(db, plan, candidates)
  const where = filters.length ? sql`where ${sql.join([...filters], sql` and `)}` : sql``
  const found = await sql<StoredErc20Event>`
    select ${columns}, c.name, c.symbol, c.decimals from ${from}
    left join evm_contracts as c on c.chain = ${chain} and c.address = t.token_address
    ${where} order by ${order} limit ${rows}`.execute(db)
  return { events: found.rows, examinedTo: end }
}
