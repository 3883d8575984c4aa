import type { BlockLink, ChainReader, IsEnough } from './chain.ts'

export type BatchLimits = {
  initialBlocks: number
  blocksMax: number
  /** Target time for fetching or storing one batch. */
  targetMs: number
  /** Target size of one batch in memory, as the reader measures its blocks. */
  targetBytes: number
}

/** Careful defaults for an unknown node. */
export const batchDefaults: BatchLimits = {
  initialBlocks: 16,
  blocksMax: 1_000,
  targetMs: 1_000,
  targetBytes: 32 * 1024 ** 2,
}

/** So much more than its target may a batch take where blocks suddenly are larger than the ones before them. */
const excess = 2

export type BatchSize<Block> = {
  readonly blocks: number
  /** Ends a request whose blocks are far larger than those before, so that a jump in their size does not fill the memory. */
  end(): IsEnough<Block>
  /**
   * Called after a successful batch: the next ones grow or shrink toward the targets. By at most a factor of two, unless they
   * would be too large.
   */
  learn(blocks: readonly Block[], tookMs: number): void
  /** Called after a failed batch, which may have been too large. */
  shrink(): void
}

export const createBatchSize = <Block extends BlockLink>(
  { initialBlocks, blocksMax, targetMs, targetBytes }: BatchLimits,
  bytesOf: ChainReader<Block>['bytesOf'] = () => 1_024,
): BatchSize<Block> => {
  const sizeOf = (blocks: readonly Block[]): number => blocks.reduce((sum, block) => sum + bytesOf(block), 0)
  const within = (blocks: number): number => Math.max(1, Math.min(blocksMax, Math.floor(blocks)))
  let size = within(initialBlocks)
  return {
    get blocks() {
      return size
    },
    end: () => {
      let bytes = 0
      return (part) => {
        bytes += sizeOf(part)
        return bytes >= excess * targetBytes
      }
    },
    learn: (blocks, tookMs) => {
      if (!blocks.length) return
      const byTime = (blocks.length * targetMs) / Math.max(tookMs, 1)
      const bySize = (blocks.length * targetBytes) / Math.max(sizeOf(blocks), 1)
      const wanted = Math.min(byTime, bySize)
      // A short batch (the head, the end of a range) can show that it was too slow, but not that a larger one would be
      // fast.
      if (blocks.length < size && wanted > size) return
      size = within(Math.min(Math.max(wanted, size / 2), size * 2, bySize))
    },
    shrink: () => {
      size = within(size / 2)
    },
  }
}
