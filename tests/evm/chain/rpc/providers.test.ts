import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import { indexChain } from '#lib/evm/chain/follow/index-chain.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { internalCalls } from '#lib/evm/chain/rpc/traces/traces.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import { readChainStatus } from '#lib/evm/chain/stored/status.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { createFollower } from '#lib/indexing/follow.ts'
import type { Store } from '#lib/store/store.ts'
import { chainId, dumpTokens, historyWorker } from '#tests/evm/chain/backfill/history-store.ts'
import { type LedgerChain, startLedgerChain } from '#tests/evm/chain/backfill/ledger-chain.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { createChance } from '#tests/indexing/random.ts'
import { fastClock } from '#tests/support/fast-clock.ts'
import { sample } from '#tests/support/tier.ts'
import { faultyNodes } from './faulty-nodes.ts'
import { type Provider, providers } from './providers.ts'

/* Every kind of node and provider of the table: index, follow, reorg, history and traces end as with Geth, or say why not. */

const stores = evmStores('sqlite')
const startNode = faultyNodes()
let chain: LedgerChain
let end: number
let traced: `0x${string}`
const log = { info: () => {}, warn: () => {} }
const served = createServedChains([{ name: 'local', id: chainId }])

beforeAll(async () => {
  chain = await startLedgerChain()
  const { fraction } = createChance(3)
  for (let block = 0; block < 14; block++) await chain.mineEvents(fraction)
  await chain.mineEmpty(4)
  end = await chain.latest()
  const block = Object(await chain.anvil.rpc('eth_getBlockByNumber', [`0x${(end - 6).toString(16)}`, false]))
  traced = block.transactions[0]
}, 60_000)
afterAll(() => chain.stop())

const poolOver = (url: string) =>
  createPool([httpTransport(url, { timeoutMs: 5_000 })], { clock: fastClock(50), totalMs: 10_000 })
const proof = { rules: chainRules('local'), refuse: false }

/** The rows of blocks from `from` on, without what the provider leaves out. */
const rowsOf = async ({ db }: Store<EvmTables>, { without = [], prunedTo = 0 }: Provider): Promise<string[]> => {
  const lines: string[] = []
  for (const [table, number] of [
    ['evm_blocks', 'number'],
    ['evm_transactions', 'block_number'],
    ['evm_logs', 'block_number'],
    ['evm_erc20_transfers', 'block_number'],
    ['evm_nft_transfers', 'block_number'],
  ] as const) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
    const kept = rows.filter((row) => Number(row[number]) >= prunedTo)
    lines.push(
      ...kept.map(
        (row) =>
          `${table} ${JSON.stringify({ ...row, ...Object.fromEntries([...without, 'transaction_value'].map((name) => [name, null])) }, asHex)}`,
      ),
    )
  }
  return lines.sort()
}
const asHex = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value

/** What Geth gives: the same for all. */
const plain: { index?: Promise<Store<EvmTables>>; history?: ReturnType<typeof historyOf> } = {}

const historyOf = async (url: string) => {
  const store = await stores()
  const worker = historyWorker(store, httpTransport(url), { proof })
  await worker.histories.request(served.resolve('local'), [chain.address('Coin'), chain.address('Picture')])
  const ran = await worker.runAll()
  return { rows: await dumpTokens(store), failed: ran.filter(({ failed }) => failed) }
}

const index = async (url: string): Promise<Store<EvmTables>> => {
  const store = await stores()
  const pool = poolOver(url)
  const reader = createEvmReader(pool, { finalityBlocks: 2, proof })
  const stopped = new AbortController()
  const clock = fastClock(50)
  const run = {
    name: 'local',
    expectedId: chainId,
    start: { at: 0 },
    end: end - 4,
    mayReset: false,
    pollMs: 1_000,
    clock,
  }
  const { rereading } = await indexChain(store, { ...run, pool, reader }, { log, signal: stopped.signal })
  stopped.abort()
  await rereading
  return store
}

const chosen = sample(Object.entries(providers), 6, ([name]) => name)

describe.each(chosen)('%s', (_, provider) => {
  const node = async () => {
    const faulty = await startNode(chain.anvil.transport())
    faulty.always = provider.does
    return faulty
  }

  test('is indexed as Geth is', { timeout: 60_000 }, async () => {
    plain.index ??= index(chain.anvil.url)
    const store = await index((await node()).url)
    expect(await rowsOf(store, provider)).toEqual(await rowsOf(await plain.index, provider))
    const { error, notices } = await readChainStatus(store.db, chainId)
    expect(error).toBeUndefined()
    if (provider.prunedTo) expect(notices.join()).toContain(`blocks 0 to ${provider.prunedTo - 1}`)
  })

  test('is followed through a reorg', async () => {
    const { url } = await node()
    const store = await stores()
    const from = end - 3
    const reader = createEvmReader(poolOver(url), { finalityBlocks: 2, proof })
    const follower = createFollower(reader, createEvmIndex(store, chainId, { from }), {
      start: from,
      allowReset: true,
      headMaxAgeMs: 0,
    })
    const toHead = async () => {
      for (let step = await follower.step(); step.kind !== 'waiting'; step = await follower.step());
    }
    await toHead()
    const snapshot = await chain.anvil.rpc('evm_snapshot')
    await chain.mineEmpty(1)
    await toHead()
    await chain.anvil.rpc('evm_revert', [snapshot])
    const replaced = await chain.anvil.rpc('evm_snapshot')
    const { fraction } = createChance(11)
    await chain.mineEvents(fraction)
    await chain.mineEmpty(1)
    await toHead()
    const latest = await chain.latest()
    const newest = Object(await chain.anvil.rpc('eth_getBlockByNumber', [`0x${latest.toString(16)}`, false]))
    const { hash } = await store.db
      .selectFrom('evm_blocks')
      .select('hash')
      .where('number', '=', latest)
      .executeTakeFirstOrThrow()
    expect(`0x${Buffer.from(hash).toString('hex')}`).toBe(newest.hash)
    await chain.anvil.rpc('evm_revert', [replaced])
  })

  test('has the history of a contract', async () => {
    plain.history ??= historyOf(chain.anvil.url)
    const expected = await plain.history
    expect(expected.rows.length).toBeGreaterThan(20)
    const own = await historyOf((await node()).url)
    if (provider.prunedTo === undefined) expect(own).toEqual(expected)
  })

  test('traces, or says that it does not', async () => {
    const pool = poolOver((await node()).url)
    const calls = internalCalls(pool, traced)
    if (provider.traces === 'yes') expect(await calls).toEqual(await internalCalls(poolOver(chain.anvil.url), traced))
    else await expect(calls).rejects.toMatchObject({ code: 'not_available' })
  })
})

test('the table has twenty kinds of nodes, each with its source', () => {
  expect(Object.keys(providers).length).toBeGreaterThanOrEqual(20)
  for (const { source } of Object.values(providers)) expect(source).toMatch(/\w{4}/)
})
