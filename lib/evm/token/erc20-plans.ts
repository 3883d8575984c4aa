import { type Kysely, sql } from 'kysely'
import { toHex, zeroAddressBytes } from '#lib/base/bytes.ts'
import type { Erc20Burn, Erc20Event, Erc20Mint } from '#lib/evm/api/records/erc20.ts'
import { type InBlock, timestampText } from '#lib/evm/chain/decode/records.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractRow, Erc20TransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { AddressMarks } from '#lib/evm/query/flags.ts'
import {
  type AddressFilters,
  hasAddress,
  hasOneOf,
  type MergedRanges,
  noneOf,
  plansOf,
  type RangeCondition,
  type RangePlan,
  without,
} from '#lib/evm/query/merged-ranges.ts'
import { type Joined, plannedPage } from '#lib/evm/query/planned-page.ts'
import type { IndexRange, ListPosition, PlacedTable } from '#lib/evm/query/ranged-chain.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'

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
): Promise<{ events: StoredErc20Event[]; examinedTo: ListPosition | undefined }> => {
  const query = { list: { table, ...range }, plans, rows, joined: withTokenFields(range.chain) }
  const { rows: events, examinedTo } = await plannedPage<StoredErc20Event>(db, query)
  return { events, examinedTo }
}

/** A stored transfer or approval as the API returns it; the fields are in the order of the interface. */
export const erc20EventRecord = (row: StoredErc20Event, marks: AddressMarks): Erc20Event => ({
  ...tokenFields(row, marks),
  ...senderFields(row, marks),
  ...receiverFields(row, marks),
  ...eventFields(row, marks),
})

/** A stored burn as the API returns it: without the receiver. */
export const erc20BurnRecord = (row: StoredErc20Event, marks: AddressMarks): Erc20Burn => ({
  ...tokenFields(row, marks),
  ...senderFields(row, marks),
  ...eventFields(row, marks),
})

/** A stored mint as the API returns it: without the sender. */
export const erc20MintRecord = (row: StoredErc20Event, marks: AddressMarks): Erc20Mint => ({
  ...tokenFields(row, marks),
  ...receiverFields(row, marks),
  ...eventFields(row, marks),
})

const tokenFields = (row: StoredErc20Event, { logoOf }: AddressMarks) => ({
  token_name: row.name,
  token_symbol: row.symbol,
  token_logo: logoOf(toHex(row.token_address)),
  token_decimals: row.decimals === null ? null : String(row.decimals),
})

const senderFields = (row: StoredErc20Event, { labelOf }: AddressMarks) => ({
  from_wallet: toHex(row.from_address),
  from_wallet_label: labelOf(toHex(row.from_address)),
})

const receiverFields = (row: StoredErc20Event, { labelOf }: AddressMarks) => ({
  to_wallet: toHex(row.to_address),
  to_wallet_label: labelOf(toHex(row.to_address)),
})

const eventFields = (row: StoredErc20Event, { flags }: AddressMarks) => ({
  contract_address: toHex(row.token_address),
  block_hash: toHex(row.block_hash),
  block_number: String(row.block_number),
  block_timestamp: timestampText(row.block_timestamp),
  transaction_hash: toHex(row.transaction_hash),
  transaction_index: String(row.transaction_index),
  log_index: String(row.log_index),
  value: row.value,
  ...flags(toHex(row.token_address)),
  value_decimal: valueDecimal(row.value, row.decimals),
})
