import { expect, test } from 'vitest'
import { aptosHealth } from '#lib/aptos/family/health.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { createLogger } from '#lib/base/logger.ts'
import { parseConfig } from '#lib/config/config.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { evmHealth } from '#lib/evm/family/health.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { createMetrics } from '#lib/gateway/health.ts'
import { operatorHandlers } from '#lib/server/handlers.ts'
import { openFirstAttempts } from '#lib/store/attempts/attempts.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate } from '#lib/store/store.ts'
import { countSetAside } from '#lib/store/workers/worker-stores.ts'

/* `/api/health` over what the indexes of both families report. */

type Reports = { evm?: Partial<EvmChainState>; aptos?: Partial<AptosStatus['index'] & object>; crashes?: number }

const chainStates: readonly EvmChainState[] = evmExplorerApi.evmChains.example.output.result

const aptosIndex = () => ({
  first_version: '1',
  last_version: '90',
  gaps: 0,
  end_version: null,
  head_version: '100',
  index_complete: true,
  coverage: '0-100',
  coverage_note: null,
  versions_per_second: null,
  checked_at: new Date().toISOString(),
  error: null,
})

const healthOf = async ({ evm = {}, aptos = {}, crashes = 0 }: Reports, close = false) => {
  const store = await openStore<unknown>('sqlite::memory:')
  if (!close) await migrate(store, storeMigrations)
  for (let crash = 0; crash < crashes; crash++) {
    const worker = await openFirstAttempts(store, { previousEnd: 'crashed' })
    await worker.of(1, 'evm-blocks').start(['7'])
  }
  if (crashes > 0) await openFirstAttempts(store, { previousEnd: 'crashed' })
  const status: AptosStatus = {
    network: 'mainnet',
    chain_id: 1,
    source: 'index',
    ledger_version: '100',
    oldest_ledger_version: '0',
    block_height: '5',
    oldest_block_height: '0',
    ledger_timestamp: null,
    checked_at: '2026-11-24T00:00:00.000Z',
    error: null,
    index: { ...aptosIndex(), ...aptos },
  }
  const { health } = operatorHandlers({
    config: parseConfig({ NODE_URL_ETH: 'http://node.example', APTOS_NODE_URL: 'http://node.example/v1' }),
    store,
    log: createLogger({ level: 'silent' }),
    metrics: createMetrics(),
    compressed: false,
    health: [
      evmHealth(async () => chainStates.map((state) => ({ ...state, ...evm }))),
      aptosHealth({ network: 'mainnet', demo: false, read: async () => status }),
    ],
    hosted: [],
    countSetAside: () => countSetAside({ all: [store] }),
  })
  const response = await health(new Request('http://localhost/api/health'))
  await store.close()
  const { sources, chains, set_aside } = (await response.json()) as {
    sources: { name: string; state: string; detail: string | null }[]
    chains: object[]
    set_aside: number | null
  }
  return { status: response.status, sources, chains, set_aside }
}

test('counts the work that is set aside, which makes nothing unhealthy', async () => {
  expect(await healthOf({ crashes: 2 })).toMatchObject({ status: 200, set_aside: 0 })
  expect(await healthOf({ crashes: 3 })).toMatchObject({ status: 200, set_aside: 1 })
})

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

test('an unused node is named in the details, and the chain is healthy while another one works', async () => {
  const sentence = 'Node 2 of 2 is not used: its chain id is 5 instead of 1.'
  const { status, sources } = await healthOf({ evm: { refused_nodes: [sentence] } })
  expect(status).toBe(200)
  expect(sources[0]).toMatchObject({ name: 'index:eth', state: 'ok', detail: `SYNCED ${sentence}` })
  const stalled = await healthOf({ evm: { status: 'STALLED', error: sentence, refused_nodes: [sentence] } })
  expect(stalled).toMatchObject({ status: 503, sources: [{ state: 'failed', detail: sentence }, {}] })
})

test('indexes that progress, or wait for new blocks, are healthy', async () => {
  expect((await healthOf({})).status).toBe(200)
  expect((await healthOf({ evm: { status: 'SYNCING', indexed_block: null } })).status).toBe(200)
})

test('the position of an index is listed for both families', async () => {
  const { chains } = await healthOf({ aptos: { last_version: '40', head_version: '90' } })
  expect(chains).toContainEqual({ system: 'aptos', chain: 'mainnet', indexed: 40, head: 90, lag: 50 })
  expect(chains).toContainEqual(expect.objectContaining({ system: 'evm', chain: 'eth' }))
})

test('an Aptos index with a failing node or a silent worker is stalled', async () => {
  const failing = await healthOf({ aptos: { error: 'The full node did not answer.' } })
  expect(failing.status).toBe(503)
  expect(failing.sources).toContainEqual({
    system: 'aptos',
    name: 'node:mainnet',
    state: 'failed',
    detail: 'The full node did not answer.',
  })
  expect((await healthOf({ aptos: { checked_at: minutesAgo(3) } })).status).toBe(503)
})

test('a stalled EVM index is reported in the same way', async () => {
  expect((await healthOf({ evm: { status: 'STALLED', error: 'The node is down.' } })).status).toBe(503)
  expect((await healthOf({ evm: { status: 'STALLED' } })).status).toBe(503)
})

test('a finished index needs no node', async () => {
  const done = { end_version: '90', checked_at: minutesAgo(60), error: 'The full node did not answer.' }
  expect((await healthOf({ aptos: done, evm: { status: 'SYNCED', error: 'The node is down.' } })).status).toBe(200)
})

test('a database with unreadable tables is unavailable', async () => {
  expect((await healthOf({}, true)).status).toBe(503)
})
