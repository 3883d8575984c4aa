import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bundleOf } from '#lib/build/bundle-of.ts'
import { walkStart, walkTokens } from '#lib/evm/metadata/walk-tokens.ts'
import { readIntervals } from '#lib/evm/stored/intervals.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { asTables } from '#lib/store/as-tables.ts'
import { readSuspects } from '#lib/store/jobs/suspects.ts'
import type { WorkerTables } from '#lib/store/jobs/worker-tables.ts'
import { openStore } from '#lib/store/open.ts'
import type { Store } from '#lib/store/store.ts'
import { startTokenChain, type TokenChain } from '#tests/evm/backfill/token-chain.ts'
import { createChance } from '#tests/indexing/random.ts'
import { bareEnvironment } from '#tests/support/bare-environment.ts'
import { startFaultyRpc } from '#tests/support/faulty-rpc.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { testStores } from './store/test-stores.ts'

/* Three real workers of one PostgreSQL database, and a real node. `SEED` repeats a run. */

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const patiently = { timeout: 90_000, interval: 50 }
const stores = testStores('postgres')

let folder: string
let chain: TokenChain
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-workers-'))
  chain = await startTokenChain(['--chain-id', '1'])
  const { fraction } = createChance(1)
  for (let block = 0; block < 300; block++) {
    await chain.mineEvents(fraction)
    await chain.mineEmpty(29)
  }
}, 240_000)

const workers: ChildProcess[] = []
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await chain.stop()
  rmSync(folder, { recursive: true, force: true })
})

const startWorker = (databaseUrl: string, nodeUrl = chain.anvil.url): ChildProcess => {
  const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', bundleOf('worker')], {
    env: {
      ...bareEnvironment(),
      MEDIA_DIR: join(folder, 'media'),
      DATABASE_URL: databaseUrl,
      NODE_URL_ETH: nodeUrl,
      START_BLOCK_ETH: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  workers.push(worker)
  return worker
}

const end = async (worker: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> => {
  if (!worker) return
  const ended = once(worker, 'exit')
  worker.kill(signal)
  await ended
}

type Tables = EvmTables & WorkerTables
const tipOf = async ({ db }: Store<Tables>): Promise<number> => {
  const [lowest] = await readIntervals(asTables<EvmTables>(db), 1).catch(() => [])
  return lowest?.first === 0 ? lowest.last : -1
}
const workersOf = ({ db }: Store<Tables>) => db.selectFrom('worker').select(['id', 'pid']).execute()

/** Contracts that are to be asked for their names. */
const unnamed = ({ db }: Store<Tables>) =>
  db.selectFrom('evm_contracts').select('address').where('ask_at', 'is not', null).execute()

/** The walk over all tokens, which a worker makes every ten minutes, finds what arrived below the newest blocks. */
const untilDocumentsRead = async (...read: Store<Tables>[]): Promise<void> => {
  for (const { db } of read) {
    const evm = asTables<EvmTables>(db)
    for (let place = await walkTokens(evm, 1, walkStart, undefined, Date.now()); place; )
      place = await walkTokens(evm, 1, place, undefined, Date.now())
  }
  const unread = ({ db }: Store<Tables>) =>
    db.selectFrom('evm_nft_metadata').select('token_id').where('due_at', 'is not', null).execute()
  await expect.poll(() => Promise.all(read.map(unread)), patiently).toEqual(read.map(() => []))
}

/** The process that has the lease of some work. */
const holderOf = async ({ db }: Store<Tables>, name: string): Promise<number | undefined> => {
  const found = await db
    .selectFrom('work_lease')
    .innerJoin('worker', 'worker.id', 'work_lease.worker')
    .select('worker.pid')
    .where('work_lease.name', '=', name)
    .executeTakeFirst()
  return found?.pid
}

/** A database for a worker that is left alone, and one for those that are killed. */
const begin = async () => {
  const urls = [await stores.createUrl(), await stores.createUrl()] as const
  const [calm, killed] = [await openStore<Tables>(urls[0]), await openStore<Tables>(urls[1])]
  return { chance: createChance(seed), urls, calm, killed, head: await chain.latest() }
}

test(`two of three workers are killed, and the third follows the chain within seconds (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const { chance, urls, calm, killed, head } = await begin()

  const only = startWorker(urls[0])
  const three = [startWorker(urls[1]), startWorker(urls[1]), startWorker(urls[1])]
  await expect
    .poll(
      () =>
        workersOf(killed)
          .then(({ length }) => length)
          .catch(() => 0),
      patiently,
    )
    .toBe(3)
  await expect.poll(() => tipOf(killed), patiently).toBe(head)

  const { fraction } = createChance(2)
  for (const kill of [1, 2]) {
    for (let block = 0; block < 10; block++) await chain.mineEvents(fraction)
    await new Promise((resolve) => setTimeout(resolve, chance.integer(0, 1_000)))
    const holder = await holderOf(killed, 'eth index')
    await end(
      three.find(({ pid }) => pid === holder),
      'SIGKILL',
    )
    const killedAt = performance.now()
    await chain.mineEvents(fraction)
    const newest = await chain.latest()
    await expect.poll(() => tipOf(killed), patiently).toBe(newest)
    const seconds = (performance.now() - killedAt) / 1_000
    console.log(`kill ${kill}: another worker has the next block after ${seconds.toFixed(1)} s`)
    expect(seconds).toBeLessThan(20)
    expect(await workersOf(killed)).toHaveLength(3 - kill)
  }
  const newest = await chain.latest()
  await expect.poll(() => tipOf(calm), patiently).toBe(newest)
  await expect.poll(() => Promise.all([unnamed(calm), unnamed(killed)]), patiently).toEqual([[], []])
  await untilDocumentsRead(calm, killed)
  for (const worker of [only, ...three.filter(({ signalCode }) => signalCode === null)]) await end(worker, 'SIGTERM')

  expect(await workersOf(killed)).toEqual([])
  expect((await readSuspects(killed)).filter(({ retryAt }) => retryAt === null)).toEqual([])
  const [expected, rows] = [await storedRows(calm), await storedRows(killed)]
  for (const table of Object.keys(expected)) expect(rows[table], table).toEqual(expected[table])
  await Promise.all([calm.close(), killed.close()])
})

/** Ranges that a worker has, by its process. */
const rangesOf = async ({ db }: Store<Tables>): Promise<Map<number, string[]>> => {
  const rows = await db
    .selectFrom('work_lease')
    .innerJoin('worker', 'worker.id', 'work_lease.worker')
    .select(['worker.pid', 'work_lease.name'])
    .where('work_lease.name', 'like', 'eth blocks %')
    .execute()
  return new Map([...Map.groupBy(rows, ({ pid }) => pid)].map(([pid, own]) => [pid, own.map(({ name }) => name)]))
}

test(`three workers share a backfill, of which two are killed while they store blocks (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const { chance, urls, calm, killed, head } = await begin()
  const only = startWorker(urls[0])
  await expect.poll(() => tipOf(calm), patiently).toBe(head)

  // A node that is far away, so that there is something left to share when all have started.
  const distant = await startFaultyRpc(chain.anvil.transport())
  onTestFinished(() => distant.stop())
  distant.always.push({ kind: 'slow', ms: 250 })
  const three = [1, 2, 3].map(() => startWorker(urls[1], distant.url))
  const sharing = async (): Promise<[ChildProcess, string[]][]> => {
    const ranges = await rangesOf(killed).catch(() => new Map<number, string[]>())
    const alive = three.filter(({ signalCode }) => signalCode === null)
    return alive.flatMap((worker) => {
      const own = ranges.get(worker.pid ?? 0)
      return own ? [[worker, own] as [ChildProcess, string[]]] : []
    })
  }
  for (const kill of [1, 2]) {
    await expect.poll(async () => (await sharing()).length, { ...patiently, interval: 5 }).toBe(4 - kill)
    await new Promise((resolve) => setTimeout(resolve, chance.integer(0, 500)))
    const busy = await sharing()
    const [victim, ranges] = busy[chance.integer(0, busy.length - 1)] ?? []
    console.log(`kill ${kill}: of ${busy.length} workers with ranges, one with ${ranges}`)
    await end(victim, 'SIGKILL')
  }
  distant.always.length = 0
  await expect.poll(() => tipOf(killed), patiently).toBe(head)
  await expect.poll(() => Promise.all([unnamed(calm), unnamed(killed)]), patiently).toEqual([[], []])
  await untilDocumentsRead(calm, killed)
  const balances = async (store: Store<Tables>) => (await storedRows(store)).evm_erc20_balances
  await expect.poll(() => balances(killed), { ...patiently, interval: 500 }).toEqual(await balances(calm))
  for (const worker of [only, ...three.filter(({ signalCode }) => signalCode === null)]) await end(worker, 'SIGTERM')

  const [expected, rows] = [await storedRows(calm), await storedRows(killed)]
  for (const table of Object.keys(expected)) expect(rows[table], table).toEqual(expected[table])
  expect(rows.evm_blocks).toHaveLength(head + 1)
  await Promise.all([calm.close(), killed.close()])
})
