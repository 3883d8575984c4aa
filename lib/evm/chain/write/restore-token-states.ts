import type { Transaction } from 'kysely'
import {
  balanceKey,
  changeOf,
  mintOf,
  neverMinted,
  soleOwner,
  supplyChange,
  tokenBalanceChanges,
  tokenKey,
} from '#lib/evm/chain/decode/token-state.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftBalanceRow, NftTokenRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { countNftOwners, type HoldingChange } from './count-nft-owners.ts'
import {
  firstBlocksOfContracts,
  firstMints,
  highestStandards,
  newestPlacesOfOwners,
  newestTransfers,
  oldestBlocks,
  type Remaining,
} from './remaining-transfers.ts'
import { readBalances, readTokens, writeBalances, writeTokens } from './stored-token-states.ts'

/**
 * Restores NFTs and balances from the remaining transfers, after the caller deleted those of these blocks (`removed`).
 * Sums are reduced; the rest is read from the remaining transfers with few, bounded searches.
 */
export const restoreTokenStates = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  blocks: BlockRange,
  removed: readonly NftTransferRow[],
): Promise<void> => {
  const [any] = removed
  if (!any) return
  const remaining: Remaining = { transaction, chain: any.chain, after: blocks.last }
  const tokens = await restoreTokens(store, remaining, blocks, removed)
  const balances = await restoreBalances(store, remaining, removed)
  const firstBlocks = await firstBlocksOfContracts(remaining, removed)
  await countNftOwners(store, transaction, any.chain, { change: { tokens, balances }, firstBlocks })
}

const restoreTokens = async (
  store: Store<EvmTables>,
  remaining: Remaining,
  blocks: BlockRange,
  removed: readonly NftTransferRow[],
): Promise<HoldingChange['tokens']> => {
  const stored = await readTokens(
    store,
    remaining.transaction,
    new Map(removed.map((transfer) => [tokenKey(transfer), transfer])),
  )
  const tokens = [...stored.values()]
  const newest = await newestTransfers(remaining, tokens)
  const left = tokens.filter((token) => newest.has(tokenKey(token)))
  const isRemoved = (block: number | null) => block !== null && blocks.first <= block && block <= blocks.last
  const oldest = await oldestBlocks(
    remaining,
    left.filter(({ first_block }) => isRemoved(first_block)),
  )
  const mints = await firstMints(
    remaining,
    left.filter(({ minted_block }) => isRemoved(minted_block)),
  )
  const standards = await highestStandards(
    remaining,
    left.filter((token) => newest.get(tokenKey(token))?.standard !== token.standard),
  )
  const removedSupply = new Map<string, bigint>()
  for (const transfer of removed) {
    const key = tokenKey(transfer)
    removedSupply.set(key, (removedSupply.get(key) ?? 0n) + supplyChange(transfer))
  }

  const restored = new Map<string, NftTokenRow>()
  for (const token of left) {
    const key = tokenKey(token)
    const last = newest.get(key)
    if (!last) continue
    const standard = standards.get(key)?.standard ?? token.standard
    const mint = mints.get(key)
    const supply = BigInt(token.supply) - (removedSupply.get(key) ?? 0n)
    restored.set(key, {
      ...token,
      standard,
      first_block: oldest.get(key)?.block_number ?? token.first_block,
      ...(isRemoved(token.minted_block) && (mint ? mintOf(mint) : neverMinted)),
      ...changeOf(last),
      ...(standard === 1155 ? { owner: null, supply: String(supply) } : soleOwner(last)),
    })
  }
  await writeTokens(store, remaining.transaction, stored, restored)
  await store.deleteMany(
    remaining.transaction,
    'evm_nft_tokens',
    tokens
      .filter((token) => !restored.has(tokenKey(token)))
      .map(({ chain, token_address, token_hash }) => ({ chain, token_address, token_hash })),
  )
  return { before: tokens, after: [...restored.values()] }
}

const restoreBalances = async (
  store: Store<EvmTables>,
  remaining: Remaining,
  removed: readonly NftTransferRow[],
): Promise<HoldingChange['balances']> => {
  const changes = removed.flatMap((transfer) =>
    tokenBalanceChanges(transfer).map(({ owner, amount }) => ({
      chain: transfer.chain,
      token_hash: transfer.token_hash,
      owner,
      amount,
    })),
  )
  const stored = await readBalances(
    store,
    remaining.transaction,
    new Map(changes.map((change) => [balanceKey(change), change])),
  )
  const newest = await newestPlacesOfOwners(remaining, [...stored.values()])
  const restored = new Map<string, NftBalanceRow>()
  for (const [key, balance] of stored) {
    const position = newest.get(key)
    if (position) restored.set(key, { ...balance, ...changeOf(position) })
  }
  for (const change of changes) {
    const balance = restored.get(balanceKey(change))
    if (!balance) continue
    const amount = BigInt(balance.amount) - change.amount
    restored.set(balanceKey(change), { ...balance, amount: String(amount), is_held: amount > 0n ? 1 : 0 })
  }
  await writeBalances(store, remaining.transaction, stored, restored)
  await store.deleteMany(
    remaining.transaction,
    'evm_nft_balances',
    [...stored.values()]
      .filter((balance) => !restored.has(balanceKey(balance)))
      .map(({ chain, token_hash, owner }) => ({ chain, token_hash, owner })),
  )
  return { before: [...stored.values()], after: [...restored.values()] }
}
