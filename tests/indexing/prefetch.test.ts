import { expect, test } from 'vitest'
import { systemClock } from '#lib/base/clock.ts'
import { batchDefaults, createBatchSize, createPrefetch } from '#lib/indexing/batch-size.ts'
import type { BlockLink, ChainReader } from '#lib/indexing/chain.ts'

const head = { latest: 9, finalized: 9 }
const link = (number: number): BlockLink => ({ number, hash: `0x${number}`, parentHash: `0x${number - 1}` })

test('a node that returns other blocks than requested is reported as a failure of the source', async () => {
  const reader: ChainReader<BlockLink> = { head: async () => head, blocks: async (from) => [link(from + 1)] }
  const prefetch = createPrefetch(reader, createBatchSize<BlockLink>(batchDefaults), 1, { clock: systemClock })
  await expect(prefetch.take(1, 9, head)).rejects.toMatchObject({
    code: 'upstream_failed',
    message: expect.stringMatching(/from block 2 on/),
  })
})
