import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
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
import { isFull } from '#tests/support/tier.ts'
import { testStores } from './store/test-stores.ts'

/* Real workers of one PostgreSQL database, and a real node. `SEED` repeats a run. */

/** One worker is left in the end. */
const kills = isFull ? 2 : 1
const seed = Number(process.env.SEED ?? (isFull ? Date.now() % 1_000_000 : 1))
/** A backlog of 2,000 blocks is shared. */
const blocks = isFull ? 9_000 : 2_700
const emptyBlocks = 29
/** A node is slower with each block, whose states it keeps: after so many blocks another one goes on, with a genesis of its own. */
const blocksPerNode = 900
const firstBlock = 1
const patiently = { timeout: 90_000, interval: 50 }
const stores = testStores('postgres')

type Tables = EvmTables & WorkerTables

let folder: string
let chain: TokenChain
let calm: Store<Tables>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-workers-'))
  const state = join(folder, 'chain.json')
  const { fraction } = createChance(1)
  chain = await startTokenChain(['--chain-id', '1'])
  for (let mined = 0; mined < blocks; mined += 1 + emptyBlocks) {
    if (mined > 0 && mined % blocksPerNode === 0) {
      const dumped = z.string().parse(await chain.anvil.rpc('anvil_dumpState'))
      writeFileSync(state, gunzipSync(Buffer.from(dumped.slice(2), 'hex')))
      await chain.stop()
      chain = await startTokenChain(['--chain-id', '1', '--load-state', state])
    }
    await chain.mineEvents(fraction)
    await chain.mineEmpty(emptyBlocks)
  }
  const calmUrl = await stores.createUrl()
  calm = await openStore<Tables>(calmUrl)
  startWorker(calmUrl)
}, 240_000)

const started: ChildProcess[] = []
afterAll(async () => {
  for (const worker of started) await end(worker, 'SIGKILL')
  await calm?.close()
  await chain?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const startWorker = (databaseUrl: string, nodeUrl = chain.anvil.url): ChildProcess => {
  const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', bundleOf('worker')], {
    env: {
      ...bareEnvironment(),
      MEDIA_DIR: join(folder, 'media'),
      DATABASE_URL: databaseUrl,
      NODE_URL_ETH: nodeUrl,
      START_BLOCK_ETH: String(firstBlock),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  started.push(worker)
  return worker
}

const end = async (worker: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> => {
  if (!worker || worker.exitCode !== null || worker.signalCode !== null) return
  const ended = once(worker, 'exit')
  worker.kill(signal)
  await ended
}

const tipOf = async ({ db }: Store<Tables>): Promise<number> => {
  const [lowest] = await readIntervals(asTables<EvmTables>(db), 1).catch(() => [])
  return lowest?.first === firstBlock ? lowest.last : -1
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

/** A database for the workers that are killed. */
const begin = async () => {
  const url = await stores.createUrl()
  return { chance: createChance(seed), url, killed: await openStore<Tables>(url), head: await chain.latest() }
}

/** Both have the same rows, once the workers of `killed` have stopped. */
const expectSameRows = async (killed: Store<Tables>, workers: readonly ChildProcess[]): Promise<void> => {
  await expect.poll(() => Promise.all([unnamed(calm), unnamed(killed)]), patiently).toEqual([[], []])
  await untilDocumentsRead(calm, killed)
  const balances = async (store: Store<Tables>) => (await storedRows(store)).evm_erc20_balances
  await expect.poll(() => balances(killed), { ...patiently, interval: 500 }).toEqual(await balances(calm))
  for (const worker of workers) await end(worker, 'SIGTERM')
  const [expected, rows] = [await storedRows(calm), await storedRows(killed)]
  for (const table of Object.keys(expected)) expect(rows[table], table).toEqual(expected[table])
}

test(`of ${kills + 1} workers ${kills} are killed, and the one left follows the chain (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const { chance, url, killed, head } = await begin()
  const workers = Array.from({ length: kills + 1 }, () => startWorker(url))
  await expect
    .poll(
      () =>
        workersOf(killed)
          .then(({ length }) => length)
          .catch(() => 0),
      patiently,
    )
    .toBe(kills + 1)
  await expect.poll(() => tipOf(killed), patiently).toBe(head)

  const { fraction } = createChance(2)
  for (let kill = 1; kill <= kills; kill++) {
    for (let block = 0; block < 10; block++) await chain.mineEvents(fraction)
    await new Promise((resolve) => setTimeout(resolve, chance.integer(0, 1_000)))
    const holder = await holderOf(killed, 'eth index')
    await end(
      workers.find(({ pid }) => pid === holder),
      'SIGKILL',
    )
    await chain.mineEvents(fraction)
    const newest = await chain.latest()
    await expect.poll(() => tipOf(killed), patiently).toBe(newest)
    expect(await workersOf(killed)).toHaveLength(kills + 1 - kill)
  }
  const newest = await chain.latest()
  await expect.poll(() => tipOf(calm), patiently).toBe(newest)
  await expectSameRows(killed, workers)
  expect(await workersOf(killed)).toEqual([])
  expect((await readSuspects(killed)).filter(({ retryAt }) => retryAt === null)).toEqual([])
  await killed.close()
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

test(`${kills + 1} workers share a backfill, of which ${kills} are killed while they store blocks (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const { chance, url, killed, head } = await begin()
  await expect.poll(() => tipOf(calm), patiently).toBe(head)

  // A node that is far away, so that there is something left to share when all have started.
  const distant = await startFaultyRpc(chain.anvil.transport())
  onTestFinished(() => distant.stop())
  distant.always.push({ kind: 'slow', ms: 250 })
  const workers = Array.from({ length: kills + 1 }, () => startWorker(url, distant.url))
  const sharing = async (): Promise<[ChildProcess, string[]][]> => {
    const ranges = await rangesOf(killed).catch(() => new Map<number, string[]>())
    const alive = workers.filter(({ signalCode }) => signalCode === null)
    return alive.flatMap((worker) => {
      const own = ranges.get(worker.pid ?? 0)
      return own ? [[worker, own] as [ChildProcess, string[]]] : []
    })
  }
  for (let kill = 1; kill <= kills; kill++) {
    await expect.poll(async () => (await sharing()).length, { ...patiently, interval: 5 }).toBe(kills + 2 - kill)
    await new Promise((resolve) => setTimeout(resolve, chance.integer(0, 500)))
    const busy = await sharing()
    const [victim, ranges] = busy[chance.integer(0, busy.length - 1)] ?? []
    console.log(`kill ${kill}: of ${busy.length} workers with ranges, one with ${ranges}`)
    await end(victim, 'SIGKILL')
  }
  distant.always.length = 0
  await expect.poll(() => tipOf(killed), patiently).toBe(head)
  await expectSameRows(killed, workers)
  expect((await storedRows(killed)).evm_blocks).toHaveLength(head + 1 - firstBlock)
  await killed.close()
})
