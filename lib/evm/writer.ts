import type { Kysely, Transaction } from 'kysely'
import type { BlockLink, ChainIndex } from '#lib/indexing/chain.ts'
import type { Store } from '#lib/store/store.ts'
import { blockRows } from './decode/block-rows.ts'
import { toHex } from './decode/bytes.ts'
import { daySums } from './decode/day-sums.ts'
import type { EvmBlock } from './node/block.ts'
import type { EvmTables } from './tables.ts'
import { addDaySums } from './writer/add-day-sums.ts'
import { type BlockInterval, withAdded, without } from './writer/intervals.ts'
import { writeChainStatus } from './writer/status.ts'
import { readIntervals, writeIntervals } from './writer/stored-intervals.ts'
import { takeBackBlocks } from './writer/take-back.ts'

export type EvmIndexOptions = {
  /** First block of the range that is indexed. Nothing is known of the blocks below it, so its parent is not checked. */
  from: number
  /** Last block of the range; without one it follows the head. */
  to?: number
}

/**
 * One range of one EVM chain as the store has it. Ranges of a chain may touch or overlap, in any order and in several
 * processes: a block that is stored already is left alone, one that a fork replaced is taken back first.
 */
export const createEvmIndex = (
  store: Store<EvmTables>,
  chain: number,
  { from, to = Number.MAX_SAFE_INTEGER }: EvmIndexOptions,
): ChainIndex<EvmBlock> => ({
  tip: async () => {
    const interval = intervalOf(await readIntervals(store.db, chain), from)
    return interval && (await linkAt(store.db, chain, Math.min(interval.last, to)))
  },

  linkAt: (number) => linkAt(store.db, chain, number),

  append: async (blocks, head) => {
    const added = spanOf(blocks)
    await store.db.transaction().execute(async (transaction) => {
      await writeChainStatus(transaction, chain, { head })
      if (added) await appendBlocks(store, transaction, chain, blocks, added, from)
    })
  },

  rewind: async (number) => {
    await store.db.transaction().execute(async (transaction) => {
      await lockChain(transaction, chain)
      const intervals = await readIntervals(transaction, chain)
      const interval = intervalOf(intervals, from)
      const removed = { first: number === undefined ? from : Math.max(number + 1, from), last: interval?.last ?? -1 }
      if (!interval || removed.first > removed.last) return
      await takeBackBlocks(transaction, chain, removed.first, removed.last)
      await writeIntervals(transaction, chain, without(intervals, removed))
    })
  },
})

/** All of a chain's blocks in this batch go in with what they change, or none does. */
const appendBlocks = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  blocks: readonly EvmBlock[],
  added: BlockInterval,
  from: number,
): Promise<void> => {
  const stored = await linksBetween(transaction, chain, added.first - 1, added.last + 1)
  const parent = stored.get(added.first - 1)
  if (added.first > from && parent?.hash !== blocks[0]?.parentHash)
    throw new Error(`block ${added.first} does not follow what is stored of chain ${chain}`)

  const fresh: EvmBlock[] = []
  for (const block of blocks) {
    const known = stored.get(block.number)
    if (known?.hash === block.hash) continue
    if (known) await takeBackBlocks(transaction, chain, block.number, block.number)
    fresh.push(block)
  }
  const rows = blockRows(chain, fresh)
  await store.insertMany(transaction, 'evm_blocks', rows.blocks)
  await store.insertMany(transaction, 'evm_transactions', rows.transactions)
  await store.insertMany(transaction, 'evm_logs', rows.logs)
  await store.insertMany(transaction, 'evm_transaction_hashes', rows.hashes)
  await store.insertMany(transaction, 'evm_wallet_transactions', rows.walletTransactions)
  await addDaySums(transaction, daySums(rows.blocks, rows.transactions), 1)

  const isLinked = (number: number): boolean => {
    const [lower, upper] = number < added.first ? [parent, blocks[0]] : [blocks.at(-1), stored.get(number + 1)]
    return lower !== undefined && upper !== undefined && lower.hash === upper.parentHash
  }
  await writeIntervals(transaction, chain, withAdded(await readIntervals(transaction, chain), added, isLinked))
}

const spanOf = (blocks: readonly EvmBlock[]): BlockInterval | undefined => {
  const [first] = blocks
  const last = blocks.at(-1)
  if (!first || !last) return undefined
  for (const [index, block] of blocks.entries())
    if (index > 0 && block.parentHash !== blocks[index - 1]?.hash)
      throw new Error(`block ${block.number} does not follow the one before it`)
  return { first: first.number, last: last.number }
}

const intervalOf = (intervals: readonly BlockInterval[], number: number): BlockInterval | undefined =>
  intervals.find(({ first, last }) => first <= number && number <= last)

/** Writers of one chain come one after another: each begins by writing the chain's row. */
const lockChain = (transaction: Transaction<EvmTables>, chain: number): Promise<void> =>
  writeChainStatus(transaction, chain, {})

const linkAt = async (db: Kysely<EvmTables>, chain: number, number: number): Promise<BlockLink | undefined> =>
  (await linksBetween(db, chain, number, number)).get(number)

const linksBetween = async (
  db: Kysely<EvmTables>,
  chain: number,
  first: number,
  last: number,
): Promise<Map<number, BlockLink>> => {
  const rows = await db
    .selectFrom('evm_blocks')
    .select(['number', 'hash', 'parent_hash'])
    .where('chain', '=', chain)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .execute()
  return new Map(
    rows.map(({ number, hash, parent_hash }) => [
      number,
      { number, hash: toHex(hash), parentHash: toHex(parent_hash) },
    ]),
  )
}
