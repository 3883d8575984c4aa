import type { BlockLink } from './chain.ts'

export type BatchLimits<Block> = {
  initialBlocks: number
  blocksMax: number
  /** Target time for fetching or storing one batch. */
  targetMs: number
  /** Target weight of one batch, measured by `weigh`: bounds memory when blocks are full. */
  targetWeight: number
  /** For example rows or transactions of a block. */
  weigh(block: Block): number
}

/** Careful defaults for an unknown node. */
export const batchDefaults: BatchLimits<unknown> = {
  initialBlocks: 16,
  blocksMax: 1_000,
  targetMs: 1_000,
  targetWeight: 50_000,
  weigh: () => 1,
}

export type BatchSize<Block> = {
  readonly blocks: number
  /** Called after a successful batch: the next ones grow or shrink toward the targets, by at most a factor of two. */
  learn(blocks: readonly Block[], tookMs: number): void
  /** Called after a failed batch, which may have been too large. */
  shrink(): void
}

export const createBatchSize = <Block extends BlockLink>(limits: BatchLimits<Block>): BatchSize<Block> => {
  const { blocksMax, targetMs, targetWeight, weigh } = limits
  const within = (blocks: number): number => Math.max(1, Math.min(blocksMax, Math.floor(blocks)))
  let size = within(limits.initialBlocks)
  return {
    get blocks() {
      return size
    },
    learn: (blocks, tookMs) => {
      if (!blocks.length) return
      const weight = blocks.reduce((sum, block) => sum + weigh(block), 0)
      const byTime = (blocks.length * targetMs) / Math.max(tookMs, 1)
      const byWeight = (blocks.length * targetWeight) / Math.max(weight, 1)
      const wanted = Math.min(byTime, byWeight)
      // A short batch (the head, the end of a range) can show that it was too slow, but not that a larger one would be
      // fast.
      if (blocks.length < size && wanted > size) return
      size = within(Math.min(Math.max(wanted, size / 2), size * 2))
    },
    shrink: () => {
      size = within(size / 2)
    },
  }
}
