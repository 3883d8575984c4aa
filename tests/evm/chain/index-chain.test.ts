import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'
import { recordedChain } from '#lib/demo/evm/methods.ts'
import { readChecks } from '#lib/evm/chain/checks/stored-checks.ts'
import { indexChain } from '#lib/evm/chain/follow/index-chain.ts'
import type { ChainToIndex } from '#lib/evm/chain/follow/share-backlog.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { ProofOptions } from '#lib/evm/chain/rpc/reading/chunk-decoder.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import { readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import { readChainStatus } from '#lib/evm/chain/stored/status.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { rereadUntilRight } from './reread-until-right.ts'
import { quickClock } from './rpc/quick-clock.ts'

const demoId = 0x535059
const { head: demoHead } = await recordedChain()
const log = { info: () => {}, warn: vi.fn() }

let store: Store<EvmTables>
let stopped: AbortController
let indexing: Promise<void>
let rereading: Promise<void>

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
  const pool = createPool([transport], { attemptsMax: 1, clock: quickClock() })
  const reader = createEvmReader(pool, { finalityBlocks: 65, proof })
  const whole = { name: 'demo', expectedId: demoId, reader, start: { at: 0 }, mayReset: false, pollMs: 20, ...chain }
  const started = indexChain(store, whole, { log, signal: stopped.signal })
  indexing = started.then(() => {})
  rereading = started.then((chain) => chain.rereading)
}

const intervals = () => readIntervals(store.db, demoId)

beforeEach(async () => {
  store = await openStore<EvmTables>('sqlite::memory:')
  await migrate(store, storeMigrations, evmMigrations)
  stopped = new AbortController()
})

afterEach(async () => {
  stopped.abort()
  await Promise.all([indexing, rereading])
  await store.close()
})

test('a node of another chain is refused, and the status says so', async () => {
  index({ expectedId: 1 })
  await expect.poll(async () => (await readChainStatus(store.db, 1)).error).toContain(`chain ${demoId}`)
  expect(await intervals()).toEqual([])
})

test('a devnet whose node is down at the start is reported, and indexed once the node is up', {
  timeout: 20_000,
}, async () => {
  let isUp = false
  index(
    { name: 'local', expectedId: undefined },
    switchedNode(() => isUp),
  )
  await expect.poll(async () => (await readChainStatus(store.db, 0)).error).not.toBeNull()
  isUp = true
  await expect.poll(() => intervals()).toEqual([{ first: 0, last: demoHead }])
  expect(await readChainStatus(store.db, demoId)).toMatchObject({ error: undefined, head: { latest: demoHead } })
})

test('a node that goes down later is reported while the index is kept, and cleared when it is back', {
  timeout: 20_000,
}, async () => {
  let isUp = true
  index(
    {},
    switchedNode(() => isUp),
  )
  await expect.poll(() => intervals()).toEqual([{ first: 0, last: demoHead }])
  isUp = false
  await expect.poll(async () => (await readChainStatus(store.db, demoId)).error).toBeTruthy()
  expect(await intervals()).toEqual([{ first: 0, last: demoHead }])
  isUp = true
  await expect.poll(async () => (await readChainStatus(store.db, demoId)).error).toBeUndefined()
})

test('only the configured ranges are indexed, then indexing ends', async () => {
  const ranges = [
    { first: 700, last: 710 },
    { first: 20, last: 25 },
  ]
  index({ ranges })
  await indexing
  expect(await intervals()).toEqual(expect.arrayContaining(ranges))
  expect(await intervals()).toHaveLength(2)
})

test('indexing ends at an end block, and begins at a start below the head', async () => {
  index({ start: { beforeHead: 10 }, end: demoHead - 4 })
  await indexing
  expect(await intervals()).toEqual([{ first: demoHead - 10, last: demoHead - 4 }])
})

describe('a block that fails verification', () => {
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

  test('is indexed and marked with a warning, and indexing continues', async () => {
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

  test('is skipped if configured so, while the others are indexed', async () => {
    index({ ranges }, lyingNode(), { rules: {}, refuse: true })
    await indexing
    expect(await intervals()).toEqual([
      { first: 20, last: 21 },
      { first: 23, last: 25 },
    ])
    expect(await store.db.selectFrom('evm_blocks').select('number').where('number', '=', 22).execute()).toEqual([])
  })

  test('but passes when it is fetched again is indexed without a mark', async () => {
    let lies = 2
    const [lying, honest] = [lyingNode(), demoEvmTransport()]
    index({ ranges }, { name: 'node', send: (...asked) => (lies-- > 0 ? lying : honest).send(...asked) }, refuseNothing)
    await indexing
    expect(await marked()).toEqual([])
    expect(await store.db.selectFrom('evm_doubtful_blocks').selectAll().execute()).toEqual([])
  })

  test('is fetched again until it passes, and then replaced with everything derived from it', async () => {
    const undisturbed = await tablesOf(demoEvmTransport())
    index({ ranges }, lyingNode(), refuseNothing)
    await indexing
    expect(await marked()).toEqual([22])
    expect(await tables()).not.toEqual(undisturbed)
    await mend()
    expect(await marked()).toEqual([])
    expect(await tables()).toEqual(undisturbed)
  })
})

describe('a block for which no node gives consistent data', () => {
  /** The demo ledger's node, without the first receipt of blocks 23 and 24, and without single receipts of them. */
  const lackingNode = (): RpcTransport => {
    const node = demoEvmTransport()
    return {
      name: 'lacking',
      send: async (calls, signal) => {
        const answers = await node.send(calls, signal)
        return answers.map((answer, at) => {
          const { method, params } = calls[at] ?? {}
          if (!('result' in answer)) return answer
          const isMeant = method === 'eth_getBlockReceipts' && ['0x17', '0x18'].includes(String(params?.[0]))
          if (isMeant) return { result: (answer.result as unknown[]).slice(1) }
          const isOne = method === 'eth_getTransactionReceipt'
          return isOne && ['0x17', '0x18'].includes(Object(answer.result).blockNumber) ? { result: null } : answer
        })
      },
    }
  }
  const gaps = [
    { first: 20, last: 22 },
    { first: 25, last: 30 },
  ]

  test('is left out of the coverage while the others are indexed, and filled in once it is consistent', async () => {
    const ranges = [{ first: 20, last: 30 }]
    const undisturbed = await tablesOf(demoEvmTransport(), ranges)
    index({ ranges }, lackingNode(), refuseNothing)
    await indexing
    expect(await intervals()).toEqual(gaps)
    await mend()
    expect(await intervals()).toEqual(ranges)
    expect(await tables()).toEqual(undisturbed)
    expect(await store.db.selectFrom('evm_doubtful_blocks').selectAll().execute()).toEqual([])
  })

  test('does not stop indexing, before or after a restart', async () => {
    const follow = () => index({ start: { at: 20 }, end: 30 }, lackingNode(), refuseNothing)
    follow()
    await indexing
    expect(await intervals()).toEqual(gaps)
    stopped.abort()
    await rereading
    stopped = new AbortController()
    index({ start: { at: 20 }, end: 40 }, lackingNode(), refuseNothing)
    await indexing
    expect(await intervals()).toEqual([gaps[0], { first: 25, last: 40 }])
  })
})

const refuseNothing: ProofOptions = { rules: {}, refuse: false }

const marked = async (): Promise<number[]> => {
  const rows = await store.db.selectFrom('evm_blocks').select(['number', 'checks']).orderBy('number').execute()
  return rows.flatMap(({ number, checks }) =>
    Object.values(readChecks(checks ?? 0)).includes('failed') ? [number] : [],
  )
}

const tables = async (): Promise<unknown> => {
  const { db } = store
  return {
    blocks: await db.selectFrom('evm_blocks').selectAll().orderBy('number').execute(),
    transactions: await db
      .selectFrom('evm_transactions')
      .selectAll()
      .orderBy('block_number')
      .orderBy('transaction_index')
      .execute(),
    logs: await db.selectFrom('evm_logs').selectAll().orderBy('block_number').orderBy('log_index').execute(),
    days: await db.selectFrom('evm_days').selectAll().orderBy('day').execute(),
    walletDays: await db.selectFrom('evm_wallet_days').selectAll().orderBy('address').orderBy('day').execute(),
    nfts: await db.selectFrom('evm_nft_transfers').selectAll().orderBy('block_number').orderBy('log_index').execute(),
  }
}

/** What an undisturbed run stores, in a store of its own. */
const tablesOf = async (transport: RpcTransport, ranges = [{ first: 20, last: 25 }]): Promise<unknown> => {
  const own = store
  store = await openStore<EvmTables>('sqlite::memory:')
  await migrate(store, storeMigrations, evmMigrations)
  index({ ranges }, transport, refuseNothing)
  await indexing
  const stored = await tables()
  stopped.abort()
  await rereading
  await store.close()
  stopped = new AbortController()
  store = own
  return stored
}

/** The node is well again, and hours pass. */
const mend = async (): Promise<void> => {
  stopped.abort()
  await rereading
  const pool = createPool([demoEvmTransport()], { clock: quickClock() })
  const reader = createEvmReader(pool, { finalityBlocks: 65, proof: refuseNothing })
  await rereadUntilRight(store, demoId, reader)
}
