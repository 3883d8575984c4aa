import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { demoEvmTransport } from '#lib/demo/evm.ts'
import { type ChainToIndex, indexChain } from '#lib/evm/index-chain.ts'
import { evmMigrations } from '#lib/evm/migrations.ts'
import { createPool } from '#lib/evm/node/pool.ts'
import { createEvmReader } from '#lib/evm/node/reader.ts'
import type { RpcTransport } from '#lib/evm/node/transport.ts'
import { TransportError } from '#lib/evm/node/transport-error.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { readChainStatus } from '#lib/evm/writer/status.ts'
import { readIntervals } from '#lib/evm/writer/stored-intervals.ts'
import { migrate } from '#lib/store/migrate.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/settings.ts'
import type { Store } from '#lib/store/store.ts'

const demoId = 0x535059
const demoHead = 1_082
const log = { info: () => {}, warn: () => {} }

let store: Store<EvmTables>
let stopped: AbortController
let indexing: Promise<void>

/** The demo ledger's node, which can be switched off. */
const switchedNode = (isUp: () => boolean): RpcTransport => {
  const node = demoEvmTransport()
  return {
    name: 'node',
    send: async (calls, signal) => {
      if (!isUp()) throw new TransportError('network', 'The node was not reached.')
      return node.send(calls, signal)
    },
  }
}

const index = (chain: Partial<ChainToIndex>, transport = demoEvmTransport()): void => {
  const pool = createPool([transport], { attemptsMax: 1 })
  const reader = createEvmReader(pool, { finalityBlocks: 65 })
  const whole = { name: 'demo', expectedId: demoId, reader, start: { at: 0 }, mayReset: false, pollMs: 20, ...chain }
  indexing = indexChain(store, whole, log, stopped.signal)
}

const intervals = () => readIntervals(store.db, demoId)

beforeEach(async () => {
  store = await openStore<EvmTables>('sqlite::memory:')
  await migrate(store, storeMigrations, evmMigrations)
  stopped = new AbortController()
})

afterEach(async () => {
  stopped.abort()
  await indexing
  await store.close()
})

test('a node of another chain is refused, and its status says so', async () => {
  index({ expectedId: 1 })
  await vi.waitFor(async () => {
    const { error } = await readChainStatus(store.db, 1)
    expect(error).toContain(`chain ${demoId}`)
  })
  expect(await intervals()).toEqual([])
})

test('a devnet whose node is down at the start is reported, and indexed once it is up', {
  timeout: 20_000,
}, async () => {
  let isUp = false
  index(
    { name: 'local', expectedId: undefined },
    switchedNode(() => isUp),
  )
  await vi.waitFor(async () => expect((await readChainStatus(store.db, 0)).error).not.toBeNull())
  isUp = true
  await vi.waitFor(async () => expect(await intervals()).toEqual([{ first: 0, last: demoHead }]), 15_000)
  expect(await readChainStatus(store.db, demoId)).toMatchObject({ error: undefined, head: { latest: demoHead } })
})

test('a node that goes down later is reported with the index kept, and the report goes when it is back', {
  timeout: 20_000,
}, async () => {
  let isUp = true
  index(
    {},
    switchedNode(() => isUp),
  )
  await vi.waitFor(async () => expect(await intervals()).toEqual([{ first: 0, last: demoHead }]), 15_000)
  isUp = false
  await vi.waitFor(async () => expect((await readChainStatus(store.db, demoId)).error).toBeTruthy(), 5_000)
  expect(await intervals()).toEqual([{ first: 0, last: demoHead }])
  isUp = true
  await vi.waitFor(async () => expect((await readChainStatus(store.db, demoId)).error).toBeUndefined(), 10_000)
})

test('only the ranges asked for are indexed, then the work ends', async () => {
  const ranges = [
    { first: 700, last: 710 },
    { first: 20, last: 25 },
  ]
  index({ ranges })
  await indexing
  expect(await intervals()).toEqual(expect.arrayContaining(ranges))
  expect(await intervals()).toHaveLength(2)
})

test('an end block ends the work, and a start before the head begins there', async () => {
  index({ start: { beforeHead: 10 }, end: demoHead - 4 })
  await indexing
  expect(await intervals()).toEqual([{ first: demoHead - 10, last: demoHead - 4 }])
})
