import { invariant } from '#lib/base/invariant.ts'
import { bytesKey } from '#lib/evm/chain/decode/erc20-balances.ts'
import { blocksOfTransfers } from '#lib/evm/chain/stored/blocks-of-transfers.ts'
import type { WriteContext } from '#lib/evm/chain/stored/write-context.ts'
import type { Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { readBuiltFrom } from './built-from.ts'

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
