import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { type ChunkThreads, createChunkThreads } from '#lib/evm/chain/rpc/reading/chunk-decoder.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { fillRanges } from '#lib/indexing/follow.ts'
import { testStores } from '#tests/store/test-stores.ts'
import type { Fault, FaultyRpc } from '#tests/support/faulty-rpc.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { sample } from '#tests/support/tier.ts'
import { faultyNodes } from './faulty-nodes.ts'
import { quickClock } from './quick-clock.ts'
import { type SmallChain, startSmallChain } from './small-chain.ts'

/** Eight of these blocks are more than 64 kB, which are given to a thread. */
const transfersPerBlock = 20
const [from, to] = [4, 19]
let chain: SmallChain
let first: FaultyRpc
let second: FaultyRpc

const startNode = faultyNodes()
beforeAll(async () => {
  chain = await startSmallChain()
  for (let block = 0; block < 20; block++) await chain.mineTransfers(transfersPerBlock)
  first = await startNode(chain.anvil.transport())
  second = await startNode(chain.anvil.transport())
})
afterAll(() => chain.stop())

const startThreads = (options: Parameters<typeof createChunkThreads>[0] = {}): ChunkThreads => {
  const threads = createChunkThreads({ threadsMax: 1, ...options })
  if (threads === undefined) throw new Error('there are no threads')
  return threads
}
const shared = startThreads()
afterAll(() => shared.close())

/** Threads, and how many responses were given to them. */
const countedThreads = (threads = shared) => {
  let given = 0
  const counted: ChunkThreads = {
    ...threads,
    run: (order, moved) => {
      given += 1
      return threads.run(order, moved)
    },
  }
  return { threads: counted, given: () => given }
}

const readerOf = (nodes: readonly FaultyRpc[], threads?: ChunkThreads) => {
  const transports = nodes.map(({ url }) => httpTransport(url, { timeoutMs: 10_000 }))
  const pool = createPool(transports, { clock: quickClock(), attemptsMax: 4 })
  return createEvmReader(pool, { finalityBlocks: 65, proof: { rules: {}, refuse: true }, threads })
}

test('threads return the same blocks, with the same checks', async () => {
  const { threads, given } = countedThreads()
  const blocks = await readerOf([first], threads).blocks(from, to)
  expect(given()).toBeGreaterThan(1)
  expect(blocks[0]?.checks).toMatchObject({ block_hash: 'held', receipts_root: 'held', logs_bloom: 'held' })
  expect(blocks).toEqual(await readerOf([first]).blocks(from, to))
})

const stores = testStores('sqlite')
test('threads do not change what is stored', async () => {
  const tables = async (threads?: ChunkThreads) => {
    const store = await stores.createMigratedStore<EvmTables>(evmMigrations)
    const { readable: blocks, head } = readerOf([first], threads)
    const over = new AbortController()
    await fillRanges({ head, blocks }, createEvmRangeIndex(store, 31_337), [{ first: 0, last: to }], {
      signal: over.signal,
      pollMs: 10,
      onStep: ({ kind }) => {
        if (kind !== 'stored') over.abort()
      },
      onFailure: (error) => {
        throw error
      },
    })
    return await storedRows(store)
  }
  const { threads, given } = countedThreads()
  const [here, inThreads] = [await tables(), await tables(threads)]
  expect(given()).toBeGreaterThan(0)
  expect(here.evm_logs?.length).toBeGreaterThan(10 * transfersPerBlock)
  expect(inThreads).toEqual(here)
})

test('a few blocks, as at the head of the chain, are given to no thread', async () => {
  const { threads, given } = countedThreads()
  expect(await readerOf([first], threads).blocks(to - 1, to)).toHaveLength(2)
  expect(given()).toBe(0)
})

const otherRoot: Fault = {
  kind: 'tamper',
  method: 'eth_getBlockByNumber',
  change: (block) => ({ ...Object(block), transactionsRoot: `0x${'ab'.repeat(32)}` }),
}
const noBlock: Fault = { kind: 'tamper', method: 'eth_getBlockByNumber', change: () => null }
const failed: Fault = { kind: 'error', error: { code: -32603, message: 'Internal error' } }
const faults: Fault[] = [
  ...[otherRoot, noBlock, failed],
  ...(['truncated', 'not_json', 'wrong_ids', 'missing_answer'] as const).map((kind) => ({ kind })),
]

test.each(sample(faults, 4))('fails as without threads, and another node is used instead: %o', async (fault) => {
  const { threads } = countedThreads()
  first.always = [fault]
  const faultOf = (some?: ChunkThreads) =>
    readerOf([first], some)
      .blocks(from, to)
      .catch((error: Error) => error)
  const [here, inThread] = [await faultOf(), await faultOf(threads)]
  expect(here).toBeInstanceOf(Error)
  expect(inThread).toEqual(here)
  expect(await readerOf([first, second], threads).blocks(from, to)).toHaveLength(to - from + 1)
})

test('a thread that ends fails the response, not the process', async () => {
  const threads = startThreads({ limitMs: 1 })
  onTestFinished(() => threads.close())
  await expect(readerOf([first], threads).blocks(from, to)).rejects.toMatchObject({
    code: 'upstream_failed',
    cause: { message: expect.stringContaining('could not be decoded: the thread did not answer within 1 ms') },
  })
})
