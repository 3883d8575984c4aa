import { describe, expect, test } from 'vitest'
import { createBackfiller } from '#lib/indexing/backfiller.ts'
import { type ChainReader, chunksInOrder, type RangeIndex } from '#lib/indexing/chain.ts'
import { createFollower } from '#lib/indexing/follow.ts'
import { mergeRanges } from '#lib/indexing/intervals.ts'
import { calm, type FakeBlock, FakeChain } from './fake-chain.ts'
import { MemoryIndex } from './memory-index.ts'
import { createChance } from './random.ts'

/*
 * A chain whose blocks suddenly are a hundred times as large, as mainnet's were in 2017 and a rollup's are on the day of an airdrop: a
 * batch that was sized for the blocks before it would not fit into memory.
 */
const kilobyte = 1_024
const jumpsAt = 1_000
const chunk = 10
const targetBytes = 500 * kilobyte
const bytesOf = ({ number }: FakeBlock): number => (number < jumpsAt ? kilobyte : 100 * kilobyte)
const sizeOf = (blocks: readonly FakeBlock[]): number => blocks.reduce((sum, block) => sum + bytesOf(block), 0)

/** The chain as its reader returns it: in chunks, two at a time. */
const jumpingReader = (): ChainReader<FakeBlock> => {
  const reader = new FakeChain({ ...calm, finality: 0 }, createChance(1), 1_200).reader()
  return {
    head: reader.head,
    bytesOf,
    blocks: (from, to, signal, isEnough) =>
      chunksInOrder(
        from,
        to,
        { parallelOf: () => 2, sizeOf: () => chunk, read: (first, last) => reader.blocks(first, last), isEnough },
        signal,
      ),
  }
}
const batch = { initialBlocks: 500, blocksMax: 500, targetBytes }
const allNumbers = Array.from({ length: 1_200 }, (_, number) => number)

const expectBounded = (batches: readonly (readonly FakeBlock[])[]): void => {
  expect(batches.flat().map(({ number }) => number)).toEqual(allNumbers)
  const [first, second, third, ...later] = batches.map(sizeOf)
  expect([first, second]).toEqual([500 * kilobyte, 500 * kilobyte])
  // The batch that meets the larger blocks ends with the chunk that fills it; the ones after it meet the target.
  expect(third).toBe(1_000 * kilobyte)
  expect(Math.max(...later)).toBeLessThanOrEqual(targetBytes)
}

describe('blocks that suddenly are far larger', () => {
  test('end the batch of a follower, and the next ones are smaller', async () => {
    const batches: (readonly FakeBlock[])[] = []
    class NotingIndex extends MemoryIndex {
      override async append(...parameters: Parameters<MemoryIndex['append']>): Promise<void> {
        batches.push(parameters[0])
        await super.append(...parameters)
      }
    }
    const follower = createFollower(jumpingReader(), new NotingIndex(), { start: 0, end: 1_199, batch })
    while ((await follower.step()).kind !== 'finished');
    expectBounded(batches)
  })

  test('end the batch of a backfill, and the next ones are smaller', async () => {
    const batches: (readonly FakeBlock[])[] = []
    const numbers = () => batches.flat().map(({ number }) => number)
    const index: RangeIndex<FakeBlock> = {
      linkAt: async (number) => batches.flat().find((block) => block.number === number),
      finalized: async () => 1_199,
      covered: async () => mergeRanges(numbers().map((number) => ({ first: number, last: number }))),
      appendRange: async (blocks) => {
        batches.push(blocks)
      },
    }
    const backfiller = createBackfiller(jumpingReader(), index, [{ first: 0, last: 1_199 }], { options: { batch } })
    while ((await backfiller.step()).kind !== 'finished');
    expectBounded(batches)
  })
})
