import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  distinctPlaces,
  hasAddress,
  type IndexRange,
  type MergedRanges,
  nextPlace,
  onSamePlace,
  type Place,
  placeOfRow,
  placeOrder,
  rangesOf,
} from '#lib/evm/queries/parts/merged-ranges.ts'
import { withBlock } from '#lib/evm/queries/parts/with-block.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { StoredNftTransfer } from './nft-transfer-page.ts'

const table = 'evm_nft_transfers'

/** Rows that one request reads at most, since no index answers both conditions. */
export const candidatesMax = 2_000

export type NftSides = readonly ('from_address' | 'to_address')[]

/** One way to read the list: rows of these ranges that pass the filter. */
type NftPlan = { ranges: readonly IndexRange[]; filter: RawBuilder<boolean> }

/** `examinedTo` is set if the search stopped at `candidatesMax` rows: every row up to that place is decided. */
export type NftTransferPage = { rows: StoredNftTransfer[]; examinedTo?: Place }

/** A wallet's transfers of some contracts: either the wallet's rows filtered by contract, or the contracts' rows by wallet. */
export const nftPlans = (sides: NftSides, wallet: Uint8Array, contracts: readonly Uint8Array[]): NftPlan[] => [
  { ranges: rangesOf(sides, [wallet]), filter: hasAddress(['token_address'], contracts) },
  { ranges: rangesOf(['token_address'], contracts), filter: hasAddress(sides, [wallet]) },
]

/** Reads the list by the plan whose candidates reach furthest, which an index alone tells. */
export const filteredNftTransferPage = async (
  db: Kysely<EvmTables>,
  merged: Omit<MergedRanges, 'table' | 'ranges'>,
  plans: readonly NftPlan[],
  rows: number,
): Promise<NftTransferPage> => {
  const ends = await Promise.all(
    plans.map(async (plan) => ({
      plan,
      end: await placeOfRow(db, { ...merged, table, ranges: plan.ranges }, candidatesMax),
    })),
  )
  const [furthest] = ends.toSorted((a, b) => compareReach(a.end, b.end, merged.isAscending))
  if (!furthest) return { rows: [] }
  const { plan, end } = furthest
  const limits = end && (merged.isAscending ? { before: nextPlace(end) } : { floor: end })
  const bounded = { ...merged, ...limits, table, ranges: plan.ranges } as const
  const block = withBlock(merged.chain, 't')
  const found = await sql<StoredNftTransfer>`
    select t.*, ${block.columns} from (${distinctPlaces(bounded, candidatesMax)}) as places
    join evm_nft_transfers as t on ${onSamePlace(merged.chain, table)}
    ${block.joins}
    where ${plan.filter} order by ${placeOrder(bounded, 'places.')} limit ${rows}`.execute(db)
  return { rows: found.rows, examinedTo: end }
}

/** Furthest in the list's direction first; a plan without an end reaches the end of the list. */
const compareReach = (a: Place | undefined, b: Place | undefined, isAscending = false): number => {
  if (!a || !b) return Number(a !== undefined) - Number(b !== undefined)
  const at = a.findIndex((value, index) => value !== b[index])
  const difference = at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
  return isAscending ? -difference : difference
}
