import { sql } from 'kysely'
import { zeroAddressBytes } from '#lib/base/bytes.ts'
import type { IndexRange } from '#lib/evm/query/ranges/index-range.ts'
import { hasAddress } from '#lib/evm/query/ranges/merged-ranges.ts'
import type { PlacedTable } from '#lib/evm/query/ranges/places.ts'
import {
  type AddressFilters,
  hasOneOf,
  noneOf,
  plansOf,
  type RangeCondition,
  type RangePlan,
  without,
} from '#lib/evm/query/ranges/range-plans.ts'

export type Erc20List = {
  table: Exclude<PlacedTable, 'evm_nft_transfers'>
  /** The columns that may contain the wallet. */
  walletColumns: readonly ('from_address' | 'to_address')[]
  /** Only rows to the zero address. */
  isBurns?: true
  /** Only rows from the zero address. */
  isMints?: true
}

/**
 * Every way to read the filtered list: each condition with an index can select the rows, which the other conditions
 * then filter. Empty if nothing can match.
 */
export const erc20Plans = (
  { walletColumns, isBurns, isMints }: Pick<Erc20List, 'walletColumns' | 'isBurns' | 'isMints'>,
  { contract_addresses, exclude_contracts = [], wallet_addresses, exclude_wallets = [] }: AddressFilters,
): RangePlan[] => {
  const contracts = without(contract_addresses, exclude_contracts)
  const wallets = without(wallet_addresses, exclude_wallets)
  if (contracts?.length === 0 || wallets?.length === 0) return []

  const conditions = [
    isBurns && !contracts && hasOneOf(['to_address'], [zeroAddressBytes]),
    isMints && hasOneOf(['from_address'], [zeroAddressBytes]),
    contracts && (isBurns ? burnsOf(contracts) : hasOneOf(['token_address'], contracts)),
    wallets && hasOneOf(walletColumns, wallets),
  ].filter((one) => one !== undefined && one !== false)
  const exclusions = [
    ...(contracts ? [] : noneOf(['token_address'], exclude_contracts)),
    ...noneOf(walletColumns, exclude_wallets),
  ]
  return plansOf(conditions, exclusions)
}

const burnsOf = (tokens: readonly Uint8Array[]): RangeCondition => ({
  ranges: tokens.map((address): IndexRange => ({ column: 'burnt_token', address })),
  filter: sql<boolean>`${hasAddress(['token_address'], tokens)} and ${hasAddress(['to_address'], [zeroAddressBytes])}`,
})
