import { expect, test } from 'vitest'
import { voteBits } from '#components/aptos/block/consensus-facts.tsx'
import { parseInput } from '#lib/api/parse-input.ts'
import { blockAtTime } from '#lib/aptos/block/whole-block.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { aptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { createAptosExplorerService } from '#lib/aptos/family/explorer-service.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import { recordedLedger } from '#lib/demo/aptos/recorded-ledger.ts'

const times = [0, 100, 200, 200, 350, 900]
const search = (micros: number, oldest = 0) => {
  let reads = 0
  const found = blockAtTime({ oldest, newest: times.length - 1 }, BigInt(micros), async (height) => {
    reads += 1
    return { block_height: String(height), block_timestamp: String(times[height]) }
  })
  return found.then((height) => ({ height, reads }))
}

test.each([
  [0, 0],
  [99, 0],
  [100, 1],
  [200, 3],
  [349, 3],
  [899, 4],
  [5_000, 5],
])('the block of time %d is %d', async (micros, height) => {
  const found = await search(micros)
  expect(found.height).toBe(height)
  expect(found.reads).toBeLessThanOrEqual(5)
})

test('a time before the ledger has no block; one that is pruned is said to be', async () => {
  expect((await search(-1)).height).toBeUndefined()
  const pruned = await search(50, 2).catch((error: unknown) => isServiceError(error) && error.code)
  expect(pruned).toBe('not_available')
})

test('blocks of the demo ledger are listed until a time, from the block of that time', async () => {
  const { blocks } = await recordedLedger()
  const node = createAptosNode({ baseUrls: ['http://node.test/v1'], fetch: demoAptosFetch })
  const service = createAptosExplorerService({ nodes: { mainnet: node } })
  const wanted = blocks[40]
  const time = new Date(Math.ceil(Number(wanted?.block_timestamp) / 1_000)).toISOString()
  const { result } = await service.aptosBlocks(parseInput(aptosExplorerApi.aptosBlocks, { time, limit: '2' }))
  expect(result.map(({ block_height }) => block_height)).toEqual(['40', '39'])
})

test('votes are read from the highest bit of the first byte', () => {
  // Recorded in version 3 of mainnet.
  expect(voteBits([107, 192])).toEqual([1, 2, 4, 6, 7, 8, 9])
  expect([voteBits([]), voteBits(['x', null])]).toEqual([[], []])
})
