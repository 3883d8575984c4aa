import { type RawBuilder, sql } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import { type IndexColumn, type IndexRange, rangesOf } from './index-range.ts'
import { hasAddress } from './merged-ranges.ts'

/** One way to read a list: rows from ranges of one index that pass the filters, which refer to the table as `t`. */
export type RangePlan = { ranges: readonly IndexRange[]; filters: readonly RawBuilder<boolean>[] }

/** A condition on rows: an index can select them, or a filter on `t`. */
export type RangeCondition = { ranges: readonly IndexRange[]; filter: RawBuilder<boolean> }

/** Matches rows in which one of the columns has one of the addresses. */
export const hasOneOf = (columns: readonly IndexColumn[], addresses: readonly Uint8Array[]): RangeCondition => ({
  ranges: rangesOf(columns, addresses),
  filter: hasAddress(columns, addresses),
})

/** Every way to read the rows that meet all conditions and filters: each condition can select them, and the others then filter. */
export const plansOf = (
  conditions: readonly RangeCondition[],
  filters: readonly RawBuilder<boolean>[] = [],
): RangePlan[] => {
  if (conditions.length === 0) return [{ ranges: [], filters }]
  return conditions.map(({ ranges }, chosen) => {
    const others = conditions.filter((_, index) => index !== chosen)
    return { ranges, filters: [...others.map(({ filter }) => filter), ...filters] }
  })
}

/** The filters of a list by contracts and wallets, such as ERC20 transfers. */
export type AddressFilters = {
  contract_addresses?: readonly string[]
  exclude_contracts?: readonly string[]
  wallet_addresses?: readonly string[]
  exclude_wallets?: readonly string[]
}

/** The addresses that are left; undefined if all are meant. */
export const without = (
  included: readonly string[] | undefined,
  excluded: readonly string[],
): Uint8Array[] | undefined => {
  if (!included?.length) return undefined
  return [...new Set(included)].filter((address) => !excluded.includes(address)).map(toBytes)
}

/** Conditions on `t` that none of the columns has one of the addresses. */
export const noneOf = (columns: readonly IndexColumn[], addresses: readonly string[]): RawBuilder<boolean>[] =>
  addresses.length
    ? columns.map((column) => sql<boolean>`${sql.ref(`t.${column}`)} not in (${sql.join(addresses.map(toBytes))})`)
    : []
