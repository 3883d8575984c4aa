import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import { readChainStatus } from '#lib/evm/chain/stored/status.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { previousEndFlags } from '#lib/process/life-signs.ts'
import { ownEnd } from '#lib/process/supervise.ts'
import { type AttemptTables, countEnd, readCrashedItems } from '#lib/store/attempts/attempts-table.ts'
import { openStore } from '#lib/store/open.ts'
import type { Store } from '#lib/store/store.ts'
import { startAnvil } from '#tests/support/anvil.ts'
import { bareEnvironment } from '#tests/support/bare-environment.ts'
import { builtProcess } from '#tests/support/built-process.ts'
import { startFaultyRpc } from '#tests/support/faulty-rpc.ts'
import { sample } from '#tests/support/tier.ts'
import { testStores } from './store/test-stores.ts'

/* The real worker, which ends whenever it works on a certain block. */

const patiently = { timeout: 120_000, interval: 50 }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-kills-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const startWorker = (environment: Record<string, string>, flags: readonly string[] = []): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', builtProcess('worker'), ...flags], {
    env: { ...bareEnvironment(), MEDIA_DIR: join(folder, 'media'), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const end = async (worker: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  const ended = once(worker, 'exit')
  worker.kill(signal)
  await ended
}

const lastBlock = async (store: Store<EvmTables>, chain: number): Promise<number> =>
  (await readIntervals(store.db, chain).catch(() => [])).at(-1)?.last ?? -1

describe('a block that kills its worker', () => {
  const stores = testStores('sqlite')

  const kills = [
    // A crash is known to be caused by what ran.
    { signal: 'SIGABRT', ends: 3 },
    // A kill may come from outside: only those count that meet the block being retried on its own.
    { signal: 'SIGKILL', ends: 4 },
  ] as const
  test.concurrent.for(sample(kills, 1))(
    'with $signal is skipped after $ends crashes, while its chain and others continue',
    {
      timeout: 300_000,
    },
    async ({ signal, ends }, { expect, onTestFinished }) => {
      const nodes = await Promise.all([startAnvil(['--chain-id', '1']), startAnvil(['--chain-id', '137'])])
      const [first, other] = nodes
      for (const node of nodes) await node.rpc('anvil_mine', ['0x14'])
      const hostile = await startFaultyRpc(first.transport())
      onTestFinished(async () => {
        await Promise.all([hostile, ...nodes].map((node) => node.stop()))
      })
      let worker: ChildProcess | undefined
      hostile.always.push({
        kind: 'tamper',
        method: 'eth_getBlockByNumber',
        change: (result, { params: [number, isWhole] }) => {
          if (number === '0x7' && isWhole) worker?.kill(signal)
          return result
        },
      })
      const url = await stores.createUrl()
      const environment = {
        DATABASE_URL: url,
        NODE_URL_ETH: hostile.url,
        START_BLOCK_ETH: '0',
        NODE_URL_POLYGON: other.url,
        START_BLOCK_POLYGON: '0',
      }
      const store = await openStore<EvmTables>(url)
      const counted = store.withTables<AttemptTables>()
      let flags: string[] = []
      for (let end = 1; end <= ends; end++) {
        worker = startWorker(environment, flags)
        const [code, endSignal] = await once(worker, 'exit')
        const cause = ownEnd({ code, signal: endSignal, isHung: false })
        flags = cause ? [previousEndFlags[cause]] : []
        // After the first end as the next worker does, but a minute ago: nobody waits for as long as a second try is put off.
        const ended = await counted.db
          .selectFrom('work_attempt')
          .select('worker')
          .where('started_at', 'is not', null)
          .executeTakeFirst()
        if (end > 1 && ended)
          await counted.db
            .transaction()
            .execute((transaction) => countEnd(transaction, ended.worker, cause, Date.now() - 60_000))
      }
      await other.rpc('anvil_mine', ['0x5'])
      worker = startWorker(environment)
      const headOfOther = Number(await other.rpc('eth_blockNumber'))
      await expect.poll(() => lastBlock(store, 137), patiently).toBe(headOfOther)
      await expect.poll(() => lastBlock(store, 1), patiently).toBe(Number(await first.rpc('eth_blockNumber')))
      const covered = await readIntervals(store.db, 1)
      expect(covered.map((interval) => [interval.first, interval.last])).toEqual(
        [
          [8, expect.any(Number)],
          [0, 6],
        ].sort(([a], [b]) => Number(a) - Number(b)),
      )
      const setAside = await store.db
        .selectFrom('evm_doubtful_blocks')
        .select(['number', 'fault'])
        .where('chain', '=', 1)
        .execute()
      expect(setAside).toEqual([{ number: 7, fault: expect.stringMatching(/^The worker ended 3 times/) }])
      expect((await readChainStatus(store.db, 1)).error).toBeUndefined()
      expect(await readCrashedItems(store)).toContainEqual(
        expect.objectContaining({ chain: 1, kind: 'evm-blocks', key: '7', attempts: 3, retryAt: null }),
      )
      await end(worker, 'SIGTERM')
      // The operator fixes the cause, and asks for another try.
      hostile.always.length = 0
      worker = startWorker(environment, ['--retry-set-aside'])
      await expect
        .poll(async () => (await readIntervals(store.db, 1)).map(({ first }) => first), patiently)
        .toEqual([0])
      expect(await readCrashedItems(store)).toEqual([])
      await end(worker, 'SIGTERM')
      await store.close()
    },
  )
})
