import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isKeyOf } from '#lib/base/typed-keys.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20SideRow, NftSideRow } from '#lib/evm/chain/tables/transfer-side-tables.ts'
import { readBuiltFrom } from './built-from.ts'

/** The rows with this address in the column. */
type Range = { column: string; address: Uint8Array }

/** A table that has all rows of some ranges. */
type FanoutList = {
  table: string
  /** The columns of a transfer and its block. */
  columns: readonly string[]
  /** Whether a row is in a range. */
  isIn(range: Range): RawBuilder<unknown>
}

/** The lists of wallets and tokens of one chain, see transfer-side-tables.ts. */
export type FanoutLists = {
  /** Undefined if no list has all of these ranges. */
  find(table: string, ranges: readonly Range[]): FanoutList | undefined
}

/** Undefined unless every stored transfer of the chain is in the lists of its addresses. */
export const openFanout = async (
  db: Kysely<EvmTables>,
  { id, keepsSides }: { id: number; keepsSides?: boolean },
): Promise<FanoutLists | undefined> =>
  keepsSides === true && (await readBuiltFrom(db, id)) === 0 ? fanoutLists : undefined

const erc20Columns = [
  'chain',
  'block_number',
  'log_index',
  'transaction_index',
  'token_address',
  'from_address',
  'to_address',
  'transaction_hash',
  'value',
  'block_hash',
  'block_timestamp',
] as const satisfies readonly (keyof Erc20SideRow)[]

const nftColumns = [
  'chain',
  'block_number',
  'log_index',
  'batch_index',
  'transaction_index',
  'standard',
  'is_batch',
  'token_address',
  'token_hash',
  'from_address',
  'to_address',
  'operator',
  'transaction_hash',
  'token_id',
  'amount',
  'transaction_value',
  'block_hash',
  'block_timestamp',
] as const satisfies readonly (keyof NftSideRow)[]

const lists = {
  evm_erc20_transfers: { table: 'evm_erc20_sides', columns: erc20Columns },
  evm_nft_transfers: { table: 'evm_nft_sides', columns: nftColumns },
} as const

const roles = { from_address: 0, to_address: 1, token_address: 2 } as const

const fanoutLists: FanoutLists = {
  find: (table, ranges) => {
    const isListed = ranges.length > 0 && ranges.every(({ column }) => isKeyOf(roles, column))
    if (!isListed || !isKeyOf(lists, table)) return undefined
    const isIn = ({ column, address }: Range) =>
      isKeyOf(roles, column) ? sql`address = ${address} and role = ${roles[column]}` : sql`false`
    return { ...lists[table], isIn }
  },
}
