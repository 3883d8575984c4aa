import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { dropHistoriesOfOlderChain } from '#lib/evm/chain/backfill/drop-older-chain.ts'
import { reopenOutdated } from '#lib/evm/chain/backfill/request-history.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex, createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { collectionQuery, collectionsQuery } from '#lib/evm/nft/backfill-progress.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { createChance } from '#tests/indexing/random.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type FaultyRpc, startFaultyRpc } from '#tests/support/faulty-rpc.ts'
import { sample } from '#tests/support/tier.ts'
import { chainId, dumpTokens, followToHead, historyWorker, nodesOver } from './history-store.ts'
import { limitedNode } from './limited-node.ts'
import { startTokenChain, type TokenChain } from './token-chain.ts'

let chain: TokenChain
let node: FaultyRpc
let other: FaultyRpc | undefined
let contracts: Hex[]
/** Where following begins: most of the chain lies before. */
let followedFrom: number
const served = createServedChains([{ name: 'local', id: chainId }])
const local = served.resolve('local')

beforeAll(async () => {
  chain = await startTokenChain()
  const { fraction } = createChance(1)
  for (let block = 0; block < 150; block++) await chain.mineEvents(fraction)
  await chain.mineEmpty(40)
  for (let block = 0; block < 20; block++) await chain.mineEvents(fraction)
  followedFrom = (await chain.latest()) - 9
  contracts = [chain.coins, chain.pictures, chain.stamps]
  node = await startFaultyRpc(chain.anvil.transport())
}, 60_000)
afterAll(async () => {
  await node.stop()
  await chain.stop()
})
afterEach(async () => {
  node.always = []
  await other?.stop()
  other = undefined
})

const whole = new Map<string, string[]>()

describe.each(dialects)('backfills on %s', (dialect) => {
  const stores = evmStores(dialect)
  const createStore = async () => {
    const store = await stores()
    return store
  }
  /** What an index of every block holds. */
  const wholeDump = async (): Promise<string[]> => {
    const latest = await chain.latest()
    const known = whole.get(`${dialect} ${latest}`)
    if (known) return known
    const store = await createStore()
    await followToHead(store, chain.anvil.transport(), 0)
    const dump = await dumpTokens(store)
    whole.set(`${dialect} ${latest}`, dump)
    return dump
  }
  const followed = async () => {
    const store = await createStore()
    await followToHead(store, chain.anvil.transport(), followedFrom)
    return store
  }
  const through = async (inner: RpcTransport): Promise<RpcTransport> => {
    other = await startFaultyRpc(inner)
    return httpTransport(other.url)
  }
  const context = (store: Store<EvmTables>) => ({ store, served })

  test('a backfill makes a chain followed from its head as complete as one indexed from block 0', async () => {
    const store = await followed()
    const worker = historyWorker(store, httpTransport(node.url))
    expect(await worker.histories.isSynced(local, contracts)).toBe(false)
    await worker.histories.request(local, contracts)
    await worker.runAll()
    expect(await worker.histories.isSynced(local, contracts)).toBe(true)
    expect(await dumpTokens(store)).toEqual(await wholeDump())
    const { result } = await collectionsQuery(context(store))({ chain: 'local' })
    expect(result.map(({ status, percent }) => [status, percent])).toEqual(contracts.map(() => ['SYNCED', 100]))
    const found = await collectionQuery(context(store))({ chain: 'local', address: chain.stamps })
    expect(Number(found.first_block)).toBeGreaterThan(60)
    expect(found.transfers).toBeGreaterThan(20)
    expect(await store.db.selectFrom('evm_headers').select('number').execute()).not.toEqual([])
  })

  test('a backfill of an older version is unfinished, and is read again', async () => {
    const store = await followed()
    const worker = historyWorker(store, httpTransport(node.url))
    await worker.histories.request(local, contracts)
    await worker.runAll()
    const before = await collectionQuery(context(store))({ chain: 'local', address: chain.coins })
    const address = toBytes(chain.coins)
    // What that version did not store.
    await store.db
      .deleteFrom('evm_erc20_approvals')
      .where('token_address', '=', address)
      .where('block_number', '<', followedFrom)
      .execute()
    await store.db.updateTable('evm_histories').set({ decoder_version: 1 }).where('address', '=', address).execute()
    expect(await worker.histories.isSynced(local, [chain.coins])).toBe(false)
    expect(await worker.histories.isSynced(local, [chain.pictures])).toBe(true)
    await reopenOutdated(store, chainId)
    const found = await collectionQuery(context(store))({ chain: 'local', address: chain.coins })
    expect(found).toMatchObject({ status: 'SYNCING', synced_at: null })
    expect(found.error).toMatch(/read again after an update/)
    expect((await worker.runAll()).map(({ contract }) => contract)).toEqual([chain.coins])
    expect(await worker.histories.isSynced(local, contracts)).toBe(true)
    expect(await dumpTokens(store)).toEqual(await wholeDump())
    const again = await collectionQuery(context(store))({ chain: 'local', address: chain.coins })
    expect(again).toMatchObject({ status: 'SYNCED', error: null, transfers: before.transfers })
  })

  const limits: [string, Parameters<typeof limitedNode>[1]][] = [
    [
      'the block range and states the limit',
      ({ blocks }) => (blocks > 33 ? 'eth_getLogs is limited to a 33 blocks range' : undefined),
    ],
    [
      'the block range without stating the limit',
      ({ blocks }) => (blocks > 20 ? 'block range is too wide' : undefined),
    ],
    [
      'the number of results and suggests a range',
      ({ blocks, from, found }) =>
        found > 12 && blocks > 1
          ? `query exceeds max results 12, retry with the range ${from}-${from + Math.floor(blocks / 2)}`
          : undefined,
    ],
    [
      'results to fewer than one block has',
      ({ found }) => (found > 1 ? 'query returned more than 1 results' : undefined),
    ],
  ]
  test.each(sample(limits, 2))('a node that limits %s takes longer and loses nothing', async (_, refuse) => {
    const store = await followed()
    const worker = historyWorker(store, await through(limitedNode(chain.anvil.transport(), refuse)))
    await worker.histories.request(local, contracts)
    await worker.runAll()
    expect(worker.faults).toEqual([])
    expect(await dumpTokens(store)).toEqual(await wholeDump())
  })

  test('a node without historical state or log timestamps is sufficient', async () => {
    const store = await followed()
    node.always = [
      { kind: 'error', methods: ['eth_getCode'], error: { code: -32_000, message: 'missing trie node abc' } },
      {
        kind: 'tamper',
        method: 'eth_getLogs',
        change: (logs) => (Array.isArray(logs) ? logs.map(({ blockTimestamp, ...log }) => log) : logs),
      },
    ]
    const worker = historyWorker(store, httpTransport(node.url))
    await worker.histories.request(local, contracts)
    await worker.runAll()
    expect(await dumpTokens(store)).toEqual(await wholeDump())
    const found = await collectionQuery(context(store))({ chain: 'local', address: chain.coins })
    expect(found).toMatchObject({ status: 'SYNCED', first_block: '0' })
    const times = await store.db.selectFrom('evm_headers').select(['number', 'timestamp']).execute()
    const block = await nodesOver(chain.anvil.transport()).reader.blocks(times[0]?.number ?? 0, times[0]?.number ?? 0)
    expect(times[0]?.timestamp).toBe(block[0]?.timestamp)
  })

  test.each([1, 2, 3])(
    'crashes and stops at random points, within transactions too, give the same rows (seed %i)',
    { tags: ['full'] },
    async (seed) => {
      const chance = createChance(seed)
      const store = await followed()
      const clock = { ms: Date.now() }
      let crashes = 0
      const crashing: Store<EvmTables> = {
        ...store,
        insertMany: async (transaction, table, rows) => {
          await store.insertMany(transaction, table, rows)
          if (!chance.happens(0.08)) return
          crashes += 1
          throw new Error('the process died')
        },
        withTables: () => crashing as never,
      }
      const options = { rowsMax: 4, sliceMs: 0, now: () => clock.ms }
      await historyWorker(store, httpTransport(node.url), options).histories.request(local, contracts)
      for (let runs = 0; runs < 2_000; runs++) {
        // A new worker knows nothing of the one before; a lease that was left behind runs out.
        const worker = historyWorker(crashing, httpTransport(node.url), options)
        const stop = new AbortController()
        if (chance.happens(0.2)) stop.abort()
        if (chance.happens(0.1)) await worker.jobs.claim(worker.kind)
        await worker.runOne(stop.signal).catch(() => {})
        clock.ms += 10 * 60_000
        if (await worker.histories.isSynced(local, contracts)) break
      }
      expect(crashes).toBeGreaterThan(2)
      expect(await dumpTokens(store)).toEqual(await wholeDump())
    },
  )

  test('contracts take turns on the worker, and the head is followed meanwhile', async () => {
    const store = await followed()
    const clock = { ms: Date.now() }
    const small = limitedNode(chain.anvil.transport(), ({ blocks }) =>
      blocks > 8 ? 'eth_getLogs is limited to a 8 blocks range' : undefined,
    )
    const worker = historyWorker(store, small, { sliceMs: 0, now: () => clock.ms++ })
    await worker.histories.request(local, [chain.coins, chain.pictures])
    const order: string[] = []
    for (let ran = await worker.runOne(); ran; ran = await worker.runOne()) {
      order.push(ran.contract)
      if (order.length > 12) continue
      await chain.mineEmpty(1)
      await followToHead(store, chain.anvil.transport(), followedFrom)
      const tip = await createEvmIndex(store, chainId, { from: followedFrom }).tip()
      expect(tip?.number).toBe(await chain.latest())
    }
    const shared = order.slice(0, 20)
    expect(shared).toHaveLength(20)
    for (const contract of new Set(order)) expect(shared.filter((ran) => ran === contract)).toHaveLength(10)
    expect(await worker.histories.isSynced(local, [chain.coins, chain.pictures])).toBe(true)
  })

  test.each(['before', 'after', 'between'])('blocks indexed in full %s the backfill are stored once', async (when) => {
    const store = await followed()
    const node = chain.anvil.transport()
    const range = createEvmRangeIndex(store, chainId)
    const { reader } = nodesOver(node)
    const storeBlocks = async (first: number, last: number) =>
      range.appendRange(await reader.blocks(first, last), await reader.head())
    const worker = historyWorker(store, node, { rowsMax: 10, sliceMs: when === 'between' ? 0 : 1e9 })
    await worker.histories.request(local, contracts)
    if (when === 'before') await storeBlocks(60, 120)
    if (when === 'between') {
      for (let part = 0; part < 6; part++) {
        await worker.runOne()
        await storeBlocks(50 + part * 25, 70 + part * 25)
      }
    }
    await worker.runAll()
    if (when === 'after') await storeBlocks(60, 120)
    expect(await dumpTokens(store)).toEqual(await wholeDump())
    expect(await worker.histories.isSynced(local, contracts)).toBe(true)
  })

  test('repeated requests queue one job, and a contract indexed from block 0 needs none', async () => {
    const store = await followed()
    const clock = { ms: Date.now() }
    const first = historyWorker(store, httpTransport(node.url), { now: () => clock.ms })
    await first.histories.request(local, [chain.coins, chain.coins])
    const second = historyWorker(store, httpTransport(node.url), { now: () => clock.ms })
    await second.histories.request(local, [chain.coins])
    clock.ms += 60_000
    await first.histories.request(local, [chain.coins])
    expect(await store.db.selectFrom('evm_histories').select('requested_at').execute()).toHaveLength(1)
    expect(await first.runAll()).toHaveLength(1)
    clock.ms += 60_000
    await first.histories.request(local, [chain.coins])
    expect(await first.jobs.find(first.kind, [chain.coins])).toEqual([])

    const complete = await createStore()
    await followToHead(complete, chain.anvil.transport(), 0)
    const { histories, jobs, kind } = historyWorker(complete, httpTransport(node.url))
    expect(await histories.isSynced(local, contracts)).toBe(true)
    await histories.request(local, contracts)
    expect(await jobs.hasWaiting(kind)).toBe(false)
    expect(await collectionQuery(context(complete))({ chain: 'local', address: chain.coins })).toMatchObject({
      status: 'SYNCED',
      percent: 100,
      requested_at: null,
    })
  })

  test('the queue of a chain is limited', async () => {
    const store = await followed()
    const { histories } = historyWorker(store, httpTransport(node.url))
    const many = Array.from({ length: 1_050 }, (_, index): Hex => `0x${(index + 1).toString(16).padStart(40, 'f')}`)
    for (let from = 0; from < many.length; from += 100) await histories.request(local, many.slice(from, from + 100))
    expect(await store.db.selectFrom('evm_histories').select('address').execute()).toHaveLength(1_000)
    expect(await histories.isSynced(local, many.slice(-1))).toBe(false)
  })

  test('an address without a contract is reported as such, and a repeated request costs no search', async () => {
    const store = await followed()
    const worker = historyWorker(store, httpTransport(node.url))
    const nobody: Hex = '0x00000000000000000000000000000000000000ee'
    await worker.histories.request(local, [nobody])
    node.requests.length = 0
    await worker.runAll()
    expect(node.requests.flat()).not.toContain('eth_getLogs')
    expect(await worker.histories.isSynced(local, [nobody])).toBe(true)
    const { error, status } = await collectionQuery(context(store))({ chain: 'local', address: nobody })
    expect([error, status]).toEqual(['There is no contract at this address.', 'SYNCED'])
  })

  test('progress is reported from the first request to the end, and reading it starts nothing', async () => {
    const store = await followed()
    const clock = { ms: Date.now() }
    const worker = historyWorker(
      store,
      await through(
        limitedNode(chain.anvil.transport(), ({ blocks }) =>
          blocks > 30 ? 'limited to a 30 blocks range' : undefined,
        ),
      ),
      { sliceMs: 0, now: () => (clock.ms += 100) },
    )
    const progress = () => collectionQuery(context(store))({ chain: 'local', address: chain.coins })
    expect(await progress()).toMatchObject({
      ...{ status: 'NOT_INDEXED', requested_at: null, first_block: '0', requests_left: 1 },
    })
    expect((await collectionsQuery(context(store))({ chain: 'local' })).result).toEqual([])
    expect(await worker.jobs.hasWaiting(worker.kind)).toBe(false)

    await worker.histories.request(local, [chain.coins, chain.pictures])
    expect(await progress()).toMatchObject({ status: 'QUEUED', started_at: null, rows_per_second: null })
    const seen: number[] = []
    for (let ran = await worker.runOne(); ran; ran = await worker.runOne()) {
      const { status, percent, eta_seconds, indexed_blocks, blocks_total } = await progress()
      if (status === 'SYNCED') continue
      if (indexed_blocks === blocks_total) {
        // Read, and being verified.
        expect([percent, eta_seconds]).toEqual([99.99, null])
        continue
      }
      expect(Number(indexed_blocks)).toBeLessThan(Number(blocks_total))
      if (ran.contract === chain.coins && seen.length > 1) expect(eta_seconds).toBeGreaterThan(0)
      seen.push(percent)
    }
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.length).toBeGreaterThan(5)
    expect(await progress()).toMatchObject({
      ...{ status: 'SYNCED', percent: 100, eta_seconds: null, requests_left: 0, error: null },
    })
  })

  test("a failure is described without the node's URL, retried later, and cleared on success", async () => {
    const store = await followed()
    const clock = { ms: Date.now() }
    const worker = historyWorker(store, httpTransport(node.url), { now: () => clock.ms })
    await worker.histories.request(local, [chain.coins])
    const error = { code: -32_005, message: `Exceeded the quota usage of ${node.url}` }
    node.always = [{ kind: 'error', methods: ['eth_getLogs'], error }]
    expect(await worker.runAll()).toEqual([{ contract: chain.coins, failed: true }])
    clock.ms += 29 * 60_000
    expect(await worker.runAll()).toEqual([])
    const failed = await collectionQuery(context(store))({ chain: 'local', address: chain.coins })
    expect(failed).toMatchObject({ status: 'FAILED', error: 'The quota of the node is exhausted.' })
    node.always = []
    clock.ms += 60_000
    await historyWorker(store, httpTransport(node.url), { now: () => clock.ms }).runAll()
    const mended = await collectionQuery(context(store))({ chain: 'local', address: chain.coins })
    expect(mended).toMatchObject({ status: 'SYNCED', error: null })
  })

  test('a backfill whose node does not answer says so while it runs, and no more once it goes on', async () => {
    const store = await followed()
    const worker = historyWorker(store, httpTransport(node.url), { quietAfterMs: 50, sliceMs: 60_000 })
    await worker.histories.request(local, [chain.coins])
    node.always = [{ kind: 'slow', ms: 300 }]
    const progress = () => collectionQuery(context(store))({ chain: 'local', address: chain.coins })
    const running = worker.runOne()
    await expect.poll(async () => (await progress()).error).toBe('The node has not answered for 0.05 s.')
    expect((await progress()).status).toBe('SYNCING')
    node.always = []
    await running
    expect(await progress()).toMatchObject({ status: 'SYNCED', error: null })
  })

  test('a devnet that restarts gets its backfills again', async () => {
    const store = await followed()
    const worker = historyWorker(store, httpTransport(node.url))
    await worker.histories.request(local, contracts)
    await worker.runAll()
    const { pool } = nodesOver(chain.anvil.transport())
    expect(await dropHistoriesOfOlderChain(store, chainId, pool)).toBe(false)
    await createEvmIndex(store, chainId, { from: followedFrom }).rewind(undefined)
    const fresh = await startTokenChain()
    try {
      const { fraction } = createChance(9)
      for (let block = 0; block < 30; block++) await fresh.mineEvents(fraction)
      expect(await dropHistoriesOfOlderChain(store, chainId, nodesOver(fresh.anvil.transport()).pool)).toBe(true)
      const last = await fresh.latest()
      await followToHead(store, fresh.anvil.transport(), last - 5)
      const again = historyWorker(store, fresh.anvil.transport())
      expect(await again.histories.isSynced(local, [fresh.stamps])).toBe(false)
      await again.histories.request(local, [fresh.coins, fresh.pictures, fresh.stamps])
      await again.runAll()
      const indexedWhole = await createStore()
      await followToHead(indexedWhole, fresh.anvil.transport(), 0)
      const transfers = (dump: string[]) => dump.filter((line) => !line.startsWith('evm_contracts'))
      expect(transfers(await dumpTokens(store))).toEqual(transfers(await dumpTokens(indexedWhole)))
    } finally {
      await fresh.stop()
    }
  })
})
