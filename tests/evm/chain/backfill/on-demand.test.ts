import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from '#lib/base/hex.ts'
import { createBackfill, type OnDemandPolicy } from '#lib/evm/chain/backfill/request-history.ts'
import { dropWithoutContract } from '#lib/evm/chain/backfill/run-backfills.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { collectionQuery } from '#lib/evm/nft/backfill-progress.ts'
import { createNewContractQuota } from '#lib/http/new-contract-quota.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { createChance } from '#tests/indexing/random.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { chainId, dumpTokens, followToHead, historyWorker } from './history-store.ts'
import { startTokenChain, type TokenChain } from './token-chain.ts'

let chain: TokenChain
const served = createServedChains([{ name: 'local', id: chainId }])
const local = served.resolve('local')
const visitor = { id: '203.0.113.7', hasKey: false }
const stranger = { id: '198.51.100.9', hasKey: false }
const program = { id: 'key-1', hasKey: true }
const addressOf = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`

beforeAll(async () => {
  chain = await startTokenChain()
  const { fraction } = createChance(1)
  for (let block = 0; block < 60; block++) await chain.mineEvents(fraction)
}, 60_000)
afterAll(() => chain.stop())

describe.each(dialects)('indexing on demand on %s', (dialect) => {
  const stores = evmStores(dialect)
  const followed = async () => {
    const store = await stores()
    await followToHead(store, chain.anvil.transport(), (await chain.latest()) - 9)
    return store
  }
  const asking = (store: Store<EvmTables>, policy: OnDemandPolicy, visitorPerHour = 3, keyPerHour = 5) =>
    createBackfill(store, { onDemand: { policy, quota: createNewContractQuota({ visitorPerHour, keyPerHour }) } })
  const queuedIn = async (store: Store<EvmTables>) => {
    const rows = await store.db.selectFrom('evm_histories').select('address').orderBy('address').execute()
    return rows.map(({ address }) => Number(`0x${Buffer.from(address).toString('hex')}`))
  }

  test('visitors and keys have separate hourly limits, and keys a higher one', async () => {
    const store = await followed()
    const histories = asking(store, 'everyone')
    const first = [1, 2, 3, 4, 5].map(addressOf)
    await histories.request(local, first, visitor)
    expect(await queuedIn(store)).toEqual([1, 2, 3])
    // Asked again, what is queued costs nothing, and what was refused stays refused.
    await histories.request(local, first, visitor)
    expect(await queuedIn(store)).toEqual([1, 2, 3])
    await histories.request(local, [addressOf(4)], stranger)
    expect(await queuedIn(store)).toEqual([1, 2, 3, 4])
    await histories.request(local, [10, 11, 12, 13, 14, 15].map(addressOf), program)
    expect(await queuedIn(store)).toEqual([1, 2, 3, 4, 10, 11, 12, 13, 14])
  })

  test('with "keys" only a key can start a contract, with "off" only the operator', async () => {
    const store = await followed()
    await asking(store, 'keys').request(local, [addressOf(1)], visitor)
    await asking(store, 'keys').request(local, [addressOf(2)], program)
    await asking(store, 'off').request(local, [addressOf(3)], program)
    await asking(store, 'off').request(local, [addressOf(4)])
    await asking(store, 'off').request(local, [addressOf(5)], 'operator')
    expect(await queuedIn(store)).toEqual([2, 5])
    const told = await collectionQuery({ store, served, onDemandPolicy: 'off' })({
      chain: 'local',
      address: addressOf(9),
    })
    expect(told).toMatchObject({ status: 'NOT_INDEXED', on_demand: 'off' })
  })

  test("a client's only contract is served before another client's later ones", async () => {
    const store = await followed()
    const histories = asking(store, 'everyone')
    await histories.request(local, [1, 2, 3].map(addressOf), visitor)
    await histories.request(local, [addressOf(4)], stranger)
    const worker = historyWorker(store, chain.anvil.transport())
    const order = (await worker.runAll()).map(({ contract }) => Number(contract))
    expect(order).toEqual([1, 4, 2, 3])
  })

  test('a full queue costs no quota, and does not refuse the operator', async () => {
    const store = await followed()
    const many = [11, 12, 13, 14].map(addressOf)
    const onDemand = { policy: 'everyone' as const, quota: createNewContractQuota({ visitorPerHour: 4 }) }
    const histories = createBackfill(store, { onDemand, queuedMax: 4 })
    await histories.request(local, many, stranger)
    for (let tries = 0; tries < 9; tries++) await histories.request(local, [addressOf(1)], visitor)
    await histories.request(local, [addressOf(2)], 'operator')
    expect(await queuedIn(store)).toEqual([2, 11, 12, 13, 14])
    const { jobs, kind } = historyWorker(store, chain.anvil.transport())
    for (const job of [await jobs.claim(kind), await jobs.claim(kind)]) if (job) await jobs.finish(job)
    await histories.request(local, [addressOf(1)], visitor)
    expect((await queuedIn(store))[0]).toBe(1)
  })

  test.each([
    ['events', { blocksMax: 1e9, eventsMax: 20 }],
    ['blocks', { blocksMax: 30, eventsMax: 1e9 }],
  ])('a contract with too many %s is paused visibly until the operator lists it', async (of, ceiling) => {
    const store = await followed()
    const words = 'Too large to index on demand; add it to CONTRACTS_LOCAL.'
    const options = { ceilingOf: () => ceiling, tooLargeWords: words, rowsMax: 10 }
    const worker = historyWorker(store, chain.anvil.transport(), options)
    const histories = asking(store, 'everyone')
    await histories.request(local, [chain.coins], visitor)
    await worker.runAll()
    const progress = () => collectionQuery({ store, served })({ chain: 'local', address: chain.coins })
    const setAside = await progress()
    expect(setAside).toMatchObject({ status: 'TOO_LARGE', error: words })
    expect(setAside.percent).toBeLessThan(100)
    // Rows of whole transactions are kept: at most one of them is beyond the ceiling.
    expect(setAside.transfers).toBeLessThanOrEqual(of === 'events' ? 40 : 0)
    expect(await histories.isSynced(local, [chain.coins])).toBe(false)
    await asking(store, 'everyone').request(local, [chain.coins], program)
    expect(await worker.runAll()).toEqual([])

    await histories.request(local, [chain.coins, chain.pictures, chain.stamps], 'operator')
    await historyWorker(store, chain.anvil.transport(), { rowsMax: 10 }).runAll()
    expect(await progress()).toMatchObject({ status: 'SYNCED', error: null })
    const complete = await stores()
    await followToHead(complete, chain.anvil.transport(), 0)
    expect(await dumpTokens(store)).toEqual(await dumpTokens(complete))
  })

  test("addresses without a contract are forgotten, except the operator's", async () => {
    const store = await followed()
    const clock = { ms: Date.now() }
    const worker = historyWorker(store, chain.anvil.transport(), { now: () => clock.ms })
    const [own, nobody] = [addressOf(0xee), addressOf(0xef)]
    await worker.histories.request(local, [own, nobody, chain.coins])
    await worker.runAll()
    const drop = (before: number) =>
      dropWithoutContract(store, chainId, { before: Math.floor(clock.ms / 1_000) + before, except: [own] })
    await drop(-3_600)
    expect(await queuedIn(store)).toHaveLength(3)
    await drop(1)
    expect(await queuedIn(store)).toEqual([Number(own), Number(chain.coins)])
  })
})
