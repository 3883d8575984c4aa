import type { Transaction } from 'kysely'
import { invariant } from '#lib/base/invariant.ts'
import { bytesKey } from '#lib/evm/chain/decode/erc20-balances.ts'
import { readBuiltFrom } from '#lib/evm/chain/stored/fanout.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { blocksOfTransfers } from './blocks-of-transfers.ts'

type Context = { store: Store<EvmTables>; transaction: Transaction<EvmTables>; chain: number }

/** Transfers of one of the tables. */
export type SidedTransfers =
  | { table: 'evm_erc20_sides'; transfers: readonly Erc20TransferRow[] }
  | { table: 'evm_nft_sides'; transfers: readonly NftTransferRow[] }

/**
 * Adds or deletes the side rows of transfers, which the caller stores or deletes in this transaction; those of blocks for which
 * the chain has none are left out. The blocks are stored, and the transaction holds the lock on the chain's row.
 */
export const updateSides = async (context: Context, changed: SidedTransfers, sign: 1 | -1): Promise<void> => {
  const builtFrom = await readBuiltFrom(context.transaction, context.chain)
  if (builtFrom === undefined) return
  const isBuilt = ({ block_number }: { block_number: number }) => block_number >= builtFrom
  const built: SidedTransfers =
    changed.table === 'evm_nft_sides'
      ? { table: changed.table, transfers: changed.transfers.filter(isBuilt) }
      : { table: changed.table, transfers: changed.transfers.filter(isBuilt) }
  await (sign === 1 ? addSides(context, built) : deleteSides(context, built))
}

export const addSides = async (context: Context, { table, transfers }: SidedTransfers): Promise<void> => {
  if (transfers.length === 0) return
  const blocks = await blocksOfTransfers(context, transfers)
  const rows = inKeyOrder(transfers.flatMap(sidesOf)).map((side) => {
    const block = blocks.get(side.block_number)
    invariant(block, 'the block of a transfer is stored')
    return { ...side, ...block }
  })
  await context.store.insertMany(context.transaction, table, rows)
}

const deleteSides = async ({ store, transaction }: Context, { table, transfers }: SidedTransfers): Promise<void> => {
  const keys = inKeyOrder(transfers.flatMap(sidesOf)).map(
    ({ chain, address, role, block_number, log_index, ...rest }) => ({
      ...{ chain, address, role, block_number, log_index },
      ...('batch_index' in rest && { batch_index: rest.batch_index }),
    }),
  )
  await store.deleteMany(transaction, table, keys)
}

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
