import { type RawBuilder, sql } from 'kysely'
import { isKeyOf } from '#lib/base/typed-keys.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { readBuiltFrom } from '#lib/evm/chain/stored/fanout.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20SideRow, NftSideRow } from '#lib/evm/chain/tables/transfer-side-tables.ts'
import type { Store } from '#lib/store/store.ts'

/** Whether every stored transfer of the chain is in the lists of its addresses. */
export const readsSides = async ({ store }: { store: Store<EvmTables> }, chain: ServedChain): Promise<boolean> =>
  chain.keepsSides === true && (await readBuiltFrom(store.db, chain.id)) === 0

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

export const sideTables = {
  evm_erc20_transfers: { table: 'evm_erc20_sides', columns: erc20Columns },
  evm_nft_transfers: { table: 'evm_nft_sides', columns: nftColumns },
} as const

const roles = { from_address: 0, to_address: 1, token_address: 2 } as const

/** The rows with this address in the column, as of `IndexRange`. */
type Range = { column: keyof typeof roles | 'token_hash' | 'burnt_token'; address: Uint8Array }

type SideList = { table: string; columns: readonly string[] }

/** The table of side rows that has all of these ranges, and its columns of a transfer and its block. */
export const sideListOf = ({
  table,
  hasSides,
  ranges,
}: {
  table: keyof typeof sideTables | 'evm_erc20_approvals'
  hasSides?: boolean
  ranges: readonly Range[]
}): SideList | undefined => {
  if (!hasSides || table === 'evm_erc20_approvals' || ranges.length === 0) return undefined
  return ranges.every(({ column }) => isKeyOf(roles, column)) ? sideTables[table] : undefined
}

/** The rows of a range in its table of side rows. */
export const inSideList = ({ column, address }: Range): RawBuilder<unknown> =>
  isKeyOf(roles, column) ? sql`address = ${address} and role = ${roles[column]}` : sql`false`
