import { type Kysely, type RawBuilder, sql } from 'kysely'
import { candidatesMax, furthestPlan } from '#lib/evm/queries/parts/ranges/furthest-plan.ts'
import { type IndexRange, rangesOf } from '#lib/evm/queries/parts/ranges/index-range.ts'
import { hasAddress, type MergedRanges, placedRows } from '#lib/evm/queries/parts/ranges/merged-ranges.ts'
import type { Place } from '#lib/evm/queries/parts/ranges/places.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { StoredNftTransfer } from './nft-transfer-page.ts'

const table = 'evm_nft_transfers'

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

/** Reads the list by the plan whose candidates reach furthest, which is decided from indexes alone. */
export const filteredNftTransferPage = async (
  db: Kysely<EvmTables>,
  merged: Omit<MergedRanges, 'table' | 'ranges'>,
  plans: readonly NftPlan[],
  rows: number,
): Promise<NftTransferPage> => {
  const furthest = await furthestPlan(
    db,
    plans.map((plan) => ({ ...merged, table, ...plan }) as const),
  )
  if (!furthest) return { rows: [] }
  const { plan, end } = furthest
  const { columns, from, order } = await placedRows(db, plan, candidatesMax)
  const found = await sql<StoredNftTransfer>`
    select ${columns} from ${from} where ${plan.filter} order by ${order} limit ${rows}`.execute(db)
  return { rows: found.rows, examinedTo: end }
}
