import { type RawBuilder, sql } from 'kysely'
import { toBytes, zeroAddress } from '#lib/evm/decode/bytes.ts'
import { type IndexColumn, type IndexRange, rangesOf } from '#lib/evm/queries/parts/ranges/index-range.ts'
import { hasAddress } from '#lib/evm/queries/parts/ranges/merged-ranges.ts'
import type { PlacedTable } from '#lib/evm/queries/parts/ranges/places.ts'

/** The list filters of a request to E8, E10 or E11. */
type Erc20Filters = {
  contract_addresses?: readonly string[]
  exclude_contracts?: readonly string[]
  wallet_addresses?: readonly string[]
  exclude_wallets?: readonly string[]
}

export type Erc20List = {
  table: Exclude<PlacedTable, 'evm_nft_transfers'>
  /** The columns that may contain the wallet. */
  walletColumns: readonly ('from_address' | 'to_address')[]
  /** Only rows to the zero address. */
  isBurns?: true
}

/** One way to read a list: rows from ranges of one index that pass the filters, which refer to the table as `t`. */
export type Erc20Plan = { ranges: readonly IndexRange[]; filters: readonly RawBuilder<boolean>[] }

/**
 * Every way to read the filtered list: each condition with an index can select the rows, which the other conditions
 * then filter. Empty if nothing can match.
 */
export const erc20Plans = (
  { walletColumns, isBurns, hasSides }: Pick<Erc20List, 'walletColumns' | 'isBurns'> & { hasSides?: boolean },
  { contract_addresses, exclude_contracts = [], wallet_addresses, exclude_wallets = [] }: Erc20Filters,
): Erc20Plan[] => {
  const contracts = without(contract_addresses, exclude_contracts)
  const wallets = without(wallet_addresses, exclude_wallets)
  if (contracts?.length === 0 || wallets?.length === 0) return []

  // The lists of addresses (FANOUT_<CHAIN>) have no order of the burns of a token.
  const ordersBurns = isBurns && contracts && !hasSides
  const conditions = [
    isBurns && !ordersBurns && condition(['to_address'], [zeroAddress]),
    contracts && (ordersBurns ? burnsOf(contracts) : condition(['token_address'], contracts)),
    wallets && condition(walletColumns, wallets),
  ].filter((one) => one !== undefined && one !== false)
  const exclusions = [
    ...(contracts ? [] : noneOf(['token_address'], exclude_contracts)),
    ...noneOf(walletColumns, exclude_wallets),
  ]
  if (!conditions.length) return [{ ranges: [], filters: exclusions }]
  return conditions.map(({ ranges }, chosen) => {
    const others = conditions.filter((_, index) => index !== chosen)
    return { ranges, filters: [...others.map(({ filter }) => filter), ...exclusions] }
  })
}

const without = (included: readonly string[] | undefined, excluded: readonly string[]): Uint8Array[] | undefined => {
  if (!included?.length) return undefined
  return [...new Set(included)].filter((address) => !excluded.includes(address)).map(toBytes)
}

/** Matches rows in which one of the columns has one of the addresses. */
const condition = (columns: readonly IndexColumn[], addresses: readonly Uint8Array[]) => ({
  ranges: rangesOf(columns, addresses),
  filter: hasAddress(columns, addresses),
})

const burnsOf = (tokens: readonly Uint8Array[]) => ({
  ranges: tokens.map((address): IndexRange => ({ column: 'burnt_token', address })),
  filter: sql<boolean>`${hasAddress(['token_address'], tokens)} and ${hasAddress(['to_address'], [zeroAddress])}`,
})

const noneOf = (columns: readonly IndexColumn[], addresses: readonly string[]): RawBuilder<boolean>[] =>
  addresses.length
    ? columns.map((column) => sql<boolean>`${sql.ref(`t.${column}`)} not in (${sql.join(addresses.map(toBytes))})`)
    : []
