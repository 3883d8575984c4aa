import { ServiceError } from '#lib/base/errors.ts'
import type { BatchSize } from './batch-size.ts'
import type { BlockLink, ChainReader, Head, RangeIndex } from './chain.ts'
import { type BlockRange, coversRange } from './intervals.ts'
import { follows, linkedBlocks } from './linked-blocks.ts'

/** Keeps the stored blocks of ranges linked to each other and equal to the chain. */
type RangeLinks<Block> = {
  /**
   * Replaces stored blocks that were reorged. `head` determines which blocks were final; blocks stored later are not
   * compared yet.
   */
  compare(range: BlockRange, head: Head): Promise<void>
  /** Throws unless blocks link to their stored neighbours of the same range, within `where`. */
  refuseLoose(blocks: readonly Block[], where: readonly BlockRange[]): Promise<void>
}

export const createRangeLinks = <Block extends BlockLink>(
  reader: ChainReader<Block>,
  index: RangeIndex<Block>,
  wanted: readonly BlockRange[],
  size: BatchSize<Block>,
  signal: AbortSignal | undefined,
): RangeLinks<Block> => {
  const firstReplaced = async (blocks: readonly Block[]): Promise<number> => {
    for (const [at, { number, hash }] of blocks.entries()) {
      if ((await index.linkAt(number))?.hash !== hash) return at
    }
    return -1
  }

  const refuseLoose: RangeLinks<Block>['refuseLoose'] = async (blocks, where) => {
    const [first, last] = [blocks[0], blocks.at(-1)]
    if (!first || !last) return
    const neighbour = async (number: number, beside: number): Promise<BlockLink | undefined> => {
      const isOfRange = coversRange(wanted, { first: Math.min(number, beside), last: Math.max(number, beside) })
      return isOfRange && coversRange(where, { first: number, last: number }) ? await index.linkAt(number) : undefined
    }
    const before = await neighbour(first.number - 1, first.number)
    const after = await neighbour(last.number + 1, last.number)
    if ((!before || follows(before, first)) && (!after || follows(last, after))) return
    throw new ServiceError(
      'upstream_failed',
      `Blocks ${first.number} to ${last.number} do not link to the adjacent stored blocks.`,
    )
  }

  const compare: RangeLinks<Block>['compare'] = async ({ first, last }, head) => {
    for (let from = first; from <= last; ) {
      const to = Math.min(last, from + size.blocks - 1)
      const blocks = linkedBlocks(await reader.blocks(from, to, signal))
      const start = await firstReplaced(blocks)
      if (start >= 0) {
        const changed = blocks.slice(start)
        await refuseLoose(changed, [{ first: 0, last: from + start - 1 }])
        await index.appendRange(changed, head)
      }
      if (!blocks.length) throw new ServiceError('upstream_failed', `The node no longer has block ${from}.`)
      from += blocks.length
    }
  }

  return { compare, refuseLoose }
}
