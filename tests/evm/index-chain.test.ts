import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { demoEvmTransport } from '#lib/demo/evm.ts'
import { type ChainToIndex, indexChain } from '#lib/evm/index-chain.ts'
import { evmMigrations } from '#lib/evm/migrations.ts'
import { createPool } from '#lib/evm/node/pool.ts'
import { createEvmReader } from '#lib/evm/node/reader.ts'
import type { RpcTransport } from '#lib/evm/node/transport.ts'
import { TransportError } from '#lib/evm/node/transport-error.ts'
import { readChecks } from '#lib/evm/proof/stored-checks.ts'
import type { ProofOptions } from '#lib/evm/proof/with-checks.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { readChainStatus } from '#lib/evm/writer/status.ts'
import { readIntervals } from '#lib/evm/writer/stored-intervals.ts'
import { migrate } from '#lib/store/migrate.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/settings.ts'
import type { Store } from '#lib/store/store.ts'

const demoId = 0x535059
const demoHead = 1_082
const log = { info: () => {}, warn: vi.fn() }

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

const index = (chain: Partial<ChainToIndex>, transport = demoEvmTransport(), proof?: ProofOptions): void => {
  const pool = createPool([transport], { attemptsMax: 1 })
  const reader = createEvmReader(pool, { finalityBlocks: 65, proof })
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

describe('a block that does not come out as it says', () => {
  /** The demo ledger's node, which says that another miner made block 22. */
  const lyingNode = (): RpcTransport => {
    const node = demoEvmTransport()
    return {
      name: 'lying',
      send: async (calls, signal) => {
        const answers = await node.send(calls, signal)
        return answers.map((answer, at) => {
          const { method, params } = calls[at] ?? {}
          const isMeant = method === 'eth_getBlockByNumber' && params?.[0] === '0x16' && 'result' in answer
          return isMeant ? { result: { ...(answer.result as object), miner: `0x${'9'.repeat(40)}` } } : answer
        })
      },
    }
  }
  const ranges = [{ first: 20, last: 25 }]

  test('is indexed with a mark and a warning, and nothing stands still', async () => {
    log.warn.mockClear()
    index({ ranges }, lyingNode(), { rules: {}, refuse: false })
    await indexing
    expect(await intervals()).toEqual(ranges)
    const rows = await store.db.selectFrom('evm_blocks').select(['number', 'checks']).orderBy('number').execute()
    const failed = rows.filter(({ checks }) => Object.values(readChecks(checks ?? 0)).includes('failed'))
    expect(failed.map(({ number, checks }) => [number, readChecks(checks ?? 0)])).toEqual([
      [22, expect.objectContaining({ block_hash: 'failed', transactions_root: 'held', receipts_root: 'held' })],
    ])
    expect(log.warn.mock.calls).toEqual([
      [expect.objectContaining({ chain: 'demo', block: 22, failed: ['block_hash'] }), expect.any(String)],
    ])
  })

  test('is refused where that is configured: indexing stands still and says why', async () => {
    index({ ranges }, lyingNode(), { rules: {}, refuse: true })
    await vi.waitFor(async () => expect((await readChainStatus(store.db, demoId)).error).toBeTruthy(), 5_000)
    expect(await store.db.selectFrom('evm_blocks').select('number').where('number', '>=', 22).execute()).toEqual([])
  })
})
