import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { indexChain } from '#lib/evm/chain/follow/index-chain.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { chainIdentity } from '#lib/evm/chain/rpc/transport/chain-identity.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { readChainStatus } from '#lib/evm/chain/stored/status.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { storedAnchors } from '#lib/evm/chain/write/stored-anchors.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { testStores } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'

/* Real nodes with one chain id and different histories: their genesis blocks have different times. */

const chainId = 1
const finalityBlocks = 10
const patiently = { timeout: 30_000, interval: 25 }

let right: Anvil
let other: Anvil
beforeAll(async () => {
  const start = (timestamp: string) => startAnvil(['--chain-id', String(chainId), '--timestamp', timestamp])
  ;[right, other] = await Promise.all([start('1700000000'), start('1700000001')])
  for (const node of [right, other]) await node.rpc('anvil_mine', ['0x64'])
})
afterAll(() => Promise.all([right.stop(), other.stop()]))

describe.each(['sqlite', 'postgres'] as const)('nodes with different histories, indexed into %s', (dialect) => {
  const stores = testStores(dialect)
  let store: Store<EvmTables>
  let stopped: AbortController
  let work: Promise<unknown>

  const start = (...nodes: Anvil[]): void => {
    stopped = new AbortController()
    const pool = createPool(
      nodes.map((node) => node.transport()),
      {
        totalMs: 10_000,
        hedged: true,
        identity: chainIdentity({
          expectedId: chainId,
          finalityBlocks,
          storedAnchors: () => storedAnchors(store.db, chainId),
        }),
      },
    )
    const chain = {
      name: 'eth',
      expectedId: chainId,
      pool,
      reader: createEvmReader(pool, { finalityBlocks }),
      start: { at: 0 },
      mayReset: false,
      pollMs: 50,
    }
    work = indexChain(store, chain, { log: { info: () => {}, warn: () => {} }, signal: stopped.signal }).then(
      ({ rereading }) => rereading,
    )
  }
  const stop = async (): Promise<void> => {
    stopped.abort()
    await work
  }
  const hashes = async (): Promise<string[]> => {
    const rows = await store.db
      .selectFrom('evm_blocks')
      .select('hash')
      .where('chain', '=', chainId)
      .orderBy('number')
      .execute()
    return rows.map(({ hash }) => `0x${Buffer.from(hash).toString('hex')}`)
  }
  const hashesOf = async (node: Anvil): Promise<string[]> => {
    const blocks = Array.from({ length: 101 }, (_, number) => `0x${number.toString(16)}`)
    const answers = await node
      .transport()
      .send(blocks.map((block) => ({ method: 'eth_getBlockByNumber', params: [block, false] })))
    return answers.map((answer) => ('result' in answer ? String((answer.result as { hash: string }).hash) : ''))
  }

  beforeEach(async () => {
    store = await openStore<EvmTables>(await stores.createUrl())
    await migrate(store, storeMigrations, evmMigrations)
  })
  afterEach(async () => {
    await stop()
    await store.close()
  })

  test('the first node is indexed, and the status names the second', async () => {
    start(right, other)
    await expect.poll(() => hashes()).toHaveLength(101)
    expect(await hashes()).toEqual(await hashesOf(right))
    await vi.waitFor(async () => {
      const { error, refusedNodes } = await readChainStatus(store.db, chainId)
      expect(error).toBeUndefined()
      expect(refusedNodes).toEqual([
        'Node 2 of 2 is not used: its genesis block differs from that of node 1, so it has a different history.',
      ])
    }, patiently)
  })

  test('a single node whose history differs from the index stops its chain, and nothing is overwritten', async () => {
    start(right)
    await expect.poll(() => hashes()).toHaveLength(101)
    await stop()
    start(other)
    await vi.waitFor(async () => {
      const { error } = await readChainStatus(store.db, chainId)
      expect(error).toContain('its genesis block does not match the index')
    }, patiently)
    expect(await hashes()).toEqual(await hashesOf(right))
    await stop()
    start(other, right)
    await vi.waitFor(async () => {
      const { error, refusedNodes } = await readChainStatus(store.db, chainId)
      expect(error).toBeUndefined()
      expect(refusedNodes).toEqual([expect.stringContaining('Node 1 of 2 is not used')])
    }, patiently)
    expect(await hashes()).toEqual(await hashesOf(right))
  })
})
