import { type Kysely, sql } from 'kysely'
import type { InBlock } from '#lib/evm/chain/decode/records.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractRow, Erc20TransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { MergedRanges } from '#lib/evm/query/ranges/merged-ranges.ts'
import type { ListPlace } from '#lib/evm/query/ranges/places.ts'
import { type Joined, plannedPage } from '#lib/evm/query/ranges/planned-page.ts'
import type { RangePlan } from '#lib/evm/query/ranges/range-plans.ts'
import type { Erc20List } from './erc20-plans.ts'

export type StoredErc20Event = Erc20TransferRow & InBlock & Pick<ContractRow, 'name' | 'symbol' | 'decimals'>

type Erc20Query = Omit<MergedRanges, 'table' | 'ranges'> & {
  list: Erc20List
  /** At least one. */
  plans: readonly RangePlan[]
  rows: number
}

/** The name, symbol and decimals of the token of a row. */
export const withTokenFields = (chain: number): Joined => ({
  columns: sql`c.name, c.symbol, c.decimals`,
  joins: sql`left join evm_contracts as c on c.chain = ${chain} and c.address = t.token_address`,
})

/** Events in list order, and where the scan of `candidatesMax` rows stopped: everything up to that place is decided. */
export const erc20Page = async (
  db: Kysely<EvmTables>,
  { list: { table }, plans, rows, ...range }: Erc20Query,
): Promise<{ events: StoredErc20Event[]; examinedTo: ListPlace | undefined }> => {
  const query = { list: { table, ...range }, plans, rows, joined: withTokenFields(range.chain) }
  const { rows: events, examinedTo } = await plannedPage<StoredErc20Event>(db, query)
  return { events, examinedTo }
}
