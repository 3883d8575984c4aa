import type { Kysely, Transaction } from 'kysely'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import type { ReadableBlock } from '#lib/evm/chain/rpc/reading/set-aside-block.ts'
import { readChainRow, writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { forgetDoubtful, setAsideBetween } from '#lib/evm/chain/stored/doubtful-blocks.ts'
import { linkAt } from '#lib/evm/chain/stored/links.ts'
import { readIntervals, writeIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type BlockLink, type ChainIndex, type Head, isSetAside, type RangeIndex } from '#lib/indexing/chain.ts'
import { type BlockRange, cutRanges, mergeRanges } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { appendBlocks } from './append-blocks.ts'
import { insertAhead } from './insert-ahead.ts'
import { revertBlocks } from './revert-blocks.ts'

export type EvmIndexOptions = {
  /** The first followed block. Undefined if following began at the head: then it is stored with the first blocks. */
  from?: number
  /** The last followed block; without one, there is no end. */
  to?: number
}

/** The stored index of one EVM chain, followed from one block on. */
export const createEvmIndex = (
  store: Store<EvmTables>,
  chain: number,
  options: EvmIndexOptions = {},
): ChainIndex<ReadableBlock> => {
  const { to = Number.MAX_SAFE_INTEGER } = options
  const firstBlock = async (db = store.db): Promise<number | undefined> =>
    options.from ?? (await readChainRow(db, chain))?.followed_from ?? undefined

  return {
    ...storedLinks(store, chain),

    tip: async () => {
      const number = await lastInRow(store.db, chain, await firstBlock())
      return number === undefined ? undefined : await knownLink(store.db, chain, Math.min(number, to))
    },

    append: (blocks, head, alongside) =>
      store.db.transaction().execute(async (transaction) => {
        await noteHead(transaction, chain, head)
        const start = blocks[0]?.number
        if (start === undefined) return
        const from = await firstBlock(transaction)
        if (from === undefined) await writeChainRow(transaction, chain, { followed_from: start })
        await appendBlocks({ store, transaction, chain }, blocks, { mustFollow: from !== undefined && start > from })
        await alongside?.(transaction, blocks)
      }),

    rewind: (number) =>
      store.db.transaction().execute(async (transaction) => {
        await writeChainRow(transaction, chain, {})
        const from = await firstBlock(transaction)
        const intervals = await readIntervals(transaction, chain)
        const last = await lastInRow(transaction, chain, from)
        if (from === undefined || last === undefined) return
        const first = number === undefined ? from : Math.max(number + 1, from)
        if (first > last) return
        await revertBlocks(store, transaction, chain, { first, last })
        await forgetDoubtful(transaction, chain, first, last)
        await writeIntervals(transaction, chain, cutRanges(intervals, [{ first, last }]))
        if (first === from) await writeChainRow(transaction, chain, { followed_from: null })
      }),
  }
}

type EvmRangeOptions = {
  /** Nobody else stores blocks of the same numbers, and all are final: most rows are then written before the chain is locked. */
  isLeased?: boolean
}

/** The stored index of separate ranges of one EVM chain. */
export const createEvmRangeIndex = (
  store: Store<EvmTables>,
  chain: number,
  { isLeased = false }: EvmRangeOptions = {},
): RangeIndex<ReadableBlock> => ({
  ...storedLinks(store, chain),
  covered: async () => {
    const aside = await setAsideBetween(store.db, chain, 0, Number.MAX_SAFE_INTEGER)
    const single = [...aside.keys()].map((number) => ({ first: number, last: number }))
    return mergeRanges([...(await readIntervals(store.db, chain)), ...single])
  },
  appendRange: async (blocks, head, alongside) => {
    const whole = isLeased ? wholeBlocks(blocks) : undefined
    await store.db.transaction().execute(async (transaction) => {
      const ahead = whole && (await insertAhead(store, transaction, chain, whole))
      await noteHead(transaction, chain, head)
      await appendBlocks({ store, transaction, chain }, blocks, { mustFollow: false, ahead })
      await alongside?.(transaction, blocks)
    })
  },
})

/** Undefined if a block among them is set aside: the others are then stored as those that are not leased. */
const wholeBlocks = (blocks: readonly ReadableBlock[]): EvmBlock[] | undefined => {
  const whole = blocks.flatMap((block) => (isSetAside(block) ? [] : block))
  return whole.length === blocks.length ? whole : undefined
}

const storedLinks = (store: Store<EvmTables>, chain: number) => ({
  linkAt: (number: number) => knownLink(store.db, chain, number),
  finalized: async () => (await readChainRow(store.db, chain))?.final_block ?? undefined,
})

const noteHead = (transaction: Transaction<EvmTables>, chain: number, { latest, finalized }: Head): Promise<void> =>
  writeChainRow(transaction, chain, { head_latest: latest, head_finalized: finalized, final_block: finalized })

/** Replaces a block that was set aside, or stored with a failed check, by the correct one. */
export const replaceDoubtful = (store: Store<EvmTables>, chain: number, block: EvmBlock): Promise<void> =>
  store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    const known = await knownLink(transaction, chain, block.number)
    // It was replaced by a reorg in the meantime, which the follower handles.
    if (known?.hash !== block.hash) return
    await revertBlocks(store, transaction, chain, { first: block.number, last: block.number })
    const intervals = cutRanges(await readIntervals(transaction, chain), [{ first: block.number, last: block.number }])
    await writeIntervals(transaction, chain, intervals)
    await appendBlocks({ store, transaction, chain }, [block], { mustFollow: false })
  })

/** The block at that number, stored or set aside. */
const knownLink = async (db: Kysely<EvmTables>, chain: number, number: number): Promise<BlockLink | undefined> =>
  (await linkAt(db, chain, number)) ?? (await setAsideBetween(db, chain, number, number)).get(number)

/** The last of the linked blocks from `first` on: stored ones, and between them single ones that are set aside. */
const lastInRow = async (
  db: Kysely<EvmTables>,
  chain: number,
  first: number | undefined,
): Promise<number | undefined> => {
  if (first === undefined) return undefined
  const intervals = await readIntervals(db, chain)
  const aside = await setAsideBetween(db, chain, first, Number.MAX_SAFE_INTEGER)
  let last: number | undefined
  for (let next = first; ; ) {
    const end = intervalOf(intervals, next)?.last ?? (aside.has(next) ? next : undefined)
    if (end === undefined) return last
    if (last !== undefined) {
      const [parent, child] = [await knownLink(db, chain, last), await knownLink(db, chain, next)]
      if (!parent || child?.parentHash !== parent.hash) return last
    }
    last = end
    next = end + 1
  }
}

const intervalOf = (intervals: readonly BlockRange[], number: number | undefined): BlockRange | undefined =>
  number === undefined ? undefined : intervals.find(({ first, last }) => first <= number && number <= last)
