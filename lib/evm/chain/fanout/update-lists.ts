import { type Kysely, type RawBuilder, sql } from 'kysely'
import { invariant } from '#lib/base/invariant.ts'
import { isKeyOf } from '#lib/base/typed-keys.ts'
import { bytesKey } from '#lib/evm/chain/decode/erc20-balances.ts'
import { blocksOfTransfers, type WriteContext } from '#lib/evm/chain/stored/blocks-of-transfers.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { Erc20SideRow, NftSideRow } from '#lib/evm/chain/tables/transfer-side-tables.ts'
import { type BlockRange, countBlocks, subtractRanges } from '#lib/indexing/intervals.ts'

/** From which block on the transfers of a chain have side rows; undefined if none have. */
export const readBuiltFrom = async (db: Kysely<EvmTables>, chain: number): Promise<number | undefined> => {
  const row = await db.selectFrom('evm_fanouts').select('built_from').where('chain', '=', chain).executeTakeFirst()
  return row?.built_from
}

/** `undefined` for none. The caller's transaction holds the lock on the chain's row. */
export const writeBuiltFrom = async (
  db: Kysely<EvmTables>,
  chain: number,
  built_from: number | undefined,
): Promise<void> => {
  if (built_from === undefined) {
    await db.deleteFrom('evm_fanouts').where('chain', '=', chain).execute()
    return
  }
  await db
    .insertInto('evm_fanouts')
    .values({ chain, built_from })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ built_from }))
    .execute()
}

/** How many of the stored blocks have transfers that are not in the lists yet; 0 if there are no lists. */
export const listBlocksLeft = async (
  db: Kysely<EvmTables>,
  chain: number,
  stored: readonly BlockRange[],
): Promise<number> => {
  const builtFrom = (await readBuiltFrom(db, chain)) ?? 0
  return countBlocks(subtractRanges(stored, [{ first: builtFrom, last: Number.MAX_SAFE_INTEGER }]))
}

export type ListedTransfers = {
  erc20Transfers: readonly Erc20TransferRow[]
  nftTransfers: readonly NftTransferRow[]
}

/**
 * Adds transfers, which the caller stores (`sign` 1) or deletes (-1) in this transaction, to the lists of their addresses, or
 * deletes them there; those of blocks for which the chain has none are left out. The blocks are stored, and the transaction
 * holds the lock on the chain's row.
 */
export const updateFanout = async (
  context: WriteContext,
  { erc20Transfers, nftTransfers }: ListedTransfers,
  sign: 1 | -1,
): Promise<void> => {
  if (erc20Transfers.length + nftTransfers.length === 0) return
  const builtFrom = await readBuiltFrom(context.transaction, context.chain)
  if (builtFrom === undefined) return
  const isBuilt = ({ block_number }: { block_number: number }) => block_number >= builtFrom
  const built = { erc20Transfers: erc20Transfers.filter(isBuilt), nftTransfers: nftTransfers.filter(isBuilt) }
  await (sign === 1 ? addToLists(context, built) : deleteFromLists(context, built))
}

export const addToLists = async (
  context: WriteContext,
  { erc20Transfers, nftTransfers }: ListedTransfers,
): Promise<void> => {
  const { store, transaction } = context
  const blocks = await blocksOfTransfers(context, [...erc20Transfers, ...nftTransfers])
  const withBlocks = <Row extends Erc20TransferRow | NftTransferRow>(transfers: readonly Row[]) =>
    inKeyOrder(transfers.flatMap(sidesOf)).map((side) => {
      const block = blocks.get(side.block_number)
      invariant(block, 'the block of a transfer is stored')
      return { ...side, ...block }
    })
  await store.insertMany(transaction, 'evm_erc20_sides', withBlocks(erc20Transfers))
  await store.insertMany(transaction, 'evm_nft_sides', withBlocks(nftTransfers))
}

const deleteFromLists = async (
  { store, transaction }: WriteContext,
  { erc20Transfers, nftTransfers }: ListedTransfers,
): Promise<void> => {
  const keyOf = ({ chain, address, role, block_number, log_index }: SideKey): SideKey => ({
    ...{ chain, address, role, block_number, log_index },
  })
  const erc20 = inKeyOrder(erc20Transfers.flatMap(sidesOf)).map(keyOf)
  await store.deleteMany(transaction, 'evm_erc20_sides', erc20)
  const nfts = inKeyOrder(nftTransfers.flatMap(sidesOf))
  const keys = nfts.map((side) => ({ ...keyOf(side), batch_index: side.batch_index }))
  await store.deleteMany(transaction, 'evm_nft_sides', keys)
}

type SideKey = { chain: number; address: Uint8Array; role: 0 | 1 | 2; block_number: number; log_index: number }

const sidesOf = <Row extends Erc20TransferRow | NftTransferRow>(row: Row) => [
  { ...row, address: row.from_address, role: 0 as const },
  { ...row, address: row.to_address, role: 1 as const },
  { ...row, address: row.token_address, role: 2 as const },
]

/** Both databases write fastest in the order of the key; places within a list are in order already. */
const inKeyOrder = <Side extends { address: Uint8Array; role: number }>(sides: readonly Side[]): Side[] =>
  sides
    .map((side) => ({ side, key: `${bytesKey(side.address)}${side.role}` }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ side }) => side)

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
