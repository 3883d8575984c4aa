import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { chainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import { indexChain } from '#lib/evm/chain/follow/index-chain.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { readChainStatus } from '#lib/evm/chain/stored/status.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate } from '#lib/store/store.ts'
import { fastClock } from '#tests/support/fast-clock.ts'
import { freePort } from '#tests/support/spyglass.ts'

/* Real blocks of Cronos, three of which have fewer receipts than transactions, at every node. */

const replay = join('..', 'shared/recordings/evm/replay-rpc.mjs')
const chainId = 25
const incomplete = [6_541, 68_216, 131_465]
const manifest = z.object({ blocks: z.array(z.object({ number: z.number(), txs: z.number(), logs: z.number() })) })

describe.runIf(existsSync(replay))('recorded blocks of Cronos', () => {
  let node: ChildProcess
  let url = ''
  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    // The test runner has a MODE of its own.
    const env = { ...process.env, PORT: String(port), MODE: 'sparse', CHAINS: 'cronos' }
    node = spawn(process.execPath, [replay], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    await new Promise<void>((started) => node.stdout?.once('data', () => started()))
  })
  afterAll(() => {
    node.kill()
  })

  const recordedBlocks = async () => {
    const answer = await fetch(`${url}/__admin/manifest?chain=cronos`)
    return manifest.parse(await answer.json()).blocks
  }
  /** Indexes these blocks until each of them is stored or set aside. */
  const index = async (numbers: readonly number[], isRefusing: boolean) => {
    const store = await openStore<EvmTables>('sqlite::memory:')
    await migrate(store, storeMigrations, evmMigrations)
    const pool = createPool([httpTransport(`${url}/cronos`)], { clock: fastClock(40), hedged: true, totalMs: 100_000 })
    const proof = { rules: chainRules('cronos'), refuse: isRefusing }
    const reader = createEvmReader(pool, { finalityBlocks: 30, checkBloom: false, proof })
    const stopped = new AbortController()
    const ranges = numbers.map((number) => ({ first: number, last: number }))
    const toIndex = {
      name: 'cronos',
      expectedId: chainId,
      reader,
      ranges,
      start: { at: 0 },
      mayReset: false,
      pollMs: 20,
    }
    const indexing = indexChain(store, toIndex, { log: { info: () => {}, warn: () => {} }, signal: stopped.signal })
    const read = async () => ({
      stored: await store.db
        .selectFrom('evm_blocks')
        .select(['number', 'transaction_count', 'log_count'])
        .orderBy('number')
        .execute(),
      setAside: await store.db
        .selectFrom('evm_doubtful_blocks')
        .select(['number', 'fault'])
        .where('is_stored', '=', 0)
        .orderBy('number')
        .execute(),
    })
    await vi.waitFor(
      async () => {
        const { stored, setAside } = await read()
        expect(stored.length + setAside.length).toBe(numbers.length)
      },
      { timeout: 30_000, interval: 25 },
    )
    const { error } = await readChainStatus(store.db, chainId)
    const found = await read()
    stopped.abort()
    await (await indexing).rereading
    await store.close()
    return { ...found, error }
  }

  test.each([false, true])(
    'blocks with missing receipts are skipped and reported, and the others are complete (blocks refused: %s)',
    async (isRefusing) => {
      const blocks = await recordedBlocks()
      const { stored, setAside, error } = await index(
        blocks.map(({ number }) => number),
        isRefusing,
      )
      expect(error).toBeUndefined()
      expect(setAside).toEqual(
        incomplete.map((number) => ({ number, fault: expect.stringMatching(/\d+ transactions but \d+ receipts/) })),
      )
      const complete = blocks.filter(({ number }) => !incomplete.includes(number))
      expect(stored).toEqual(
        complete
          .sort((a, b) => a.number - b.number)
          .map(({ number, txs, logs }) => ({ number, transaction_count: txs, log_count: logs })),
      )
    },
  )
})
