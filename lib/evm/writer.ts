import type { Transaction } from 'kysely'
import type { ChainIndex, Head, RangeIndex } from '#lib/indexing/chain.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import type { EvmBlock } from './node/block.ts'
import type { EvmTables } from './tables.ts'
import { appendBlocks } from './writer/append-blocks.ts'
import { readChainRow, writeChainRow } from './writer/chain-row.ts'
import { without } from './writer/intervals.ts'
import { linkAt } from './writer/links.ts'
import { readIntervals, writeIntervals } from './writer/stored-intervals.ts'
import { takeBackBlocks } from './writer/take-back.ts'

export type EvmIndexOptions = {
  /** First block of what is followed. Left out where it began at the head: it is kept with the first blocks. */
  from?: number
  /** Last block of what is followed; without one there is no end. */
  to?: number
}

/** One EVM chain as the store has it, followed from one block on. */
export const createEvmIndex = (
  store: Store<EvmTables>,
  chain: number,
  options: EvmIndexOptions = {},
): ChainIndex<EvmBlock> => {
  const { to = Number.MAX_SAFE_INTEGER } = options
  const firstBlock = async (db = store.db): Promise<number | undefined> =>
    options.from ?? (await readChainRow(db, chain))?.followed_from ?? undefined

  return {
    ...storedLinks(store, chain),

    tip: async () => {
      const interval = intervalOf(await readIntervals(store.db, chain), await firstBlock())
      return interval && (await linkAt(store.db, chain, Math.min(interval.last, to)))
    },

    append: (blocks, head) =>
      store.db.transaction().execute(async (transaction) => {
        await noteHead(transaction, chain, head)
        const start = blocks[0]?.number
        if (start === undefined) return
        const from = await firstBlock(transaction)
        if (from === undefined) await writeChainRow(transaction, chain, { followed_from: start })
        await appendBlocks(store, transaction, chain, blocks, { mustFollow: from !== undefined && start > from })
      }),

    rewind: (number) =>
      store.db.transaction().execute(async (transaction) => {
        await writeChainRow(transaction, chain, {})
        const from = await firstBlock(transaction)
        const intervals = await readIntervals(transaction, chain)
        const interval = intervalOf(intervals, from)
        if (from === undefined || !interval) return
        const first = number === undefined ? from : Math.max(number + 1, from)
        if (first > interval.last) return
        await takeBackBlocks(store, transaction, chain, first, interval.last)
        await writeIntervals(transaction, chain, without(intervals, { first, last: interval.last }))
        if (first === from) await writeChainRow(transaction, chain, { followed_from: null })
      }),
  }
}

/** Separate ranges of one EVM chain as the store has them. */
export const createEvmRangeIndex = (store: Store<EvmTables>, chain: number): RangeIndex<EvmBlock> => ({
  ...storedLinks(store, chain),
  covered: () => readIntervals(store.db, chain),
  appendRange: (blocks, head) =>
    store.db.transaction().execute(async (transaction) => {
      await noteHead(transaction, chain, head)
      await appendBlocks(store, transaction, chain, blocks, { mustFollow: false })
    }),
})

const storedLinks = (store: Store<EvmTables>, chain: number) => ({
  linkAt: (number: number) => linkAt(store.db, chain, number),
  finalized: async () => (await readChainRow(store.db, chain))?.final_block ?? undefined,
})

const noteHead = (transaction: Transaction<EvmTables>, chain: number, { latest, finalized }: Head): Promise<void> =>
  writeChainRow(transaction, chain, { head_latest: latest, head_finalized: finalized, final_block: finalized })

const intervalOf = (intervals: readonly BlockRange[], number: number | undefined): BlockRange | undefined =>
  number === undefined ? undefined : intervals.find(({ first, last }) => first <= number && number <= last)
