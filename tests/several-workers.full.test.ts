import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { walkStart, walkTokens } from '#lib/evm/nft/metadata/notice-tokens.ts'
import { asTables } from '#lib/store/as-tables.ts'
import { readCrashedItems } from '#lib/store/attempts/attempts-table.ts'
import type { WorkerTables } from '#lib/store/attempts/worker-tables.ts'
import { openStore } from '#lib/store/open.ts'
import type { Store } from '#lib/store/store.ts'
import { type Chance, createChance } from '#tests/indexing/random.ts'
import { bareEnvironment } from '#tests/support/bare-environment.ts'
import { builtProcess } from '#tests/support/built-process.ts'
import { startFaultyRpc } from '#tests/support/faulty-rpc.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { isFull } from '#tests/support/tier.ts'
import { startTokenChain, type TokenChain } from './evm/chain/backfill/token-chain.ts'
import { testStores } from './store/test-stores.ts'

/* Real workers of one PostgreSQL database, and a real node. `SEED` repeats a run. */

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
beforeAll(
  async () => {
    folder = mkdtempSync(join(tmpdir(), 'spyglass-workers-'))
    const state = join(folder, 'chain.json')
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
    // Nine thousand blocks take a minute, and more than ten on a machine in use.
  },
  isFull ? 1_800_000 : 240_000,
)

const { fraction } = createChance(1)

const started: ChildProcess[] = []
afterAll(async () => {
  for (const worker of started) await end(worker, 'SIGKILL')
  await calm?.close()
  await chain?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const startWorker = (databaseUrl: string, nodeUrl = chain.anvil.url): ChildProcess => {
  const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', builtProcess('worker')], {
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
    for (let place = await walkTokens(evm, 1, walkStart, { contract: undefined, now: Date.now() }); place; )
      place = await walkTokens(evm, 1, place, { contract: undefined, now: Date.now() })
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

/** A database, and workers of it that are killed. */
const begin = async (count: number, nodeUrl?: string): Promise<Scene> => {
  const url = await stores.createUrl()
  const workers = Array.from({ length: count }, () => startWorker(url, nodeUrl))
  return { store: await openStore<Tables>(url), workers, chance: createChance(seed) }
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

type Scene = { store: Store<Tables>; workers: ChildProcess[]; chance: Chance }

const isAlive = ({ signalCode }: ChildProcess): boolean => signalCode === null

/** Kills the worker that follows the chain; another one stores the next blocks. */
const killFollower = async ({ store, workers, chance }: Scene): Promise<void> => {
  for (let block = 0; block < 10; block++) await chain.mineEvents(fraction)
  await new Promise((resolve) => setTimeout(resolve, chance.integer(0, 1_000)))
  const holder = await holderOf(store, 'eth index')
  await end(
    workers.find(({ pid }) => pid === holder),
    'SIGKILL',
  )
  await chain.mineEvents(fraction)
  const newest = await chain.latest()
  await expect.poll(() => tipOf(store), patiently).toBe(newest)
  expect(await workersOf(store)).toHaveLength(workers.filter(isAlive).length)
}

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

/** Kills one of the workers that store parts of a backfill, once there are so many. */
const killSharer = async ({ store, workers, chance }: Scene, sharersMin: number): Promise<void> => {
  const sharing = async (): Promise<[ChildProcess, string[]][]> => {
    const ranges = await rangesOf(store).catch(() => new Map<number, string[]>())
    return workers.filter(isAlive).flatMap((worker) => {
      const own = ranges.get(worker.pid ?? 0)
      return own ? [[worker, own] as [ChildProcess, string[]]] : []
    })
  }
  const sharers = async () => (await sharing()).length
  await expect.poll(sharers, { ...patiently, interval: 5 }).toBeGreaterThanOrEqual(sharersMin)
  await new Promise((resolve) => setTimeout(resolve, chance.integer(0, 500)))
  const busy = await sharing()
  const [victim, ranges] = busy[chance.integer(0, busy.length - 1)] ?? []
  console.log(`of ${busy.length} workers with ranges, one with ${ranges} is killed`)
  await end(victim, 'SIGKILL')
}

/** A node that is far away, so that there is something left to share when all workers have started. */
const startDistantNode = async () => {
  const node = await startFaultyRpc(chain.anvil.transport())
  onTestFinished(() => node.stop())
  node.always.push({ kind: 'slow', ms: 250 })
  return node
}

const untilJoined = async (store: Store<Tables>, count: number): Promise<void> => {
  const joined = () => workersOf(store).catch(() => [])
  await expect.poll(joined, patiently).toHaveLength(count)
}

const finish = async ({ store, workers }: Scene): Promise<void> => {
  const head = await chain.latest()
  for (const one of [store, calm]) await expect.poll(() => tipOf(one), patiently).toBe(head)
  await expectSameRows(store, workers)
  expect((await storedRows(store)).evm_blocks).toHaveLength(head + 1 - firstBlock)
  expect(await workersOf(store)).toEqual([])
  expect((await readCrashedItems(store)).filter(({ retryAt }) => retryAt === null)).toEqual([])
  await store.close()
}

const timeout = 300_000

if (isFull) {
  test(`two of three workers are killed, and the third follows the chain (seed ${seed})`, { timeout }, async () => {
    const scene = await begin(3)
    await untilJoined(scene.store, 3)
    const head = await chain.latest()
    await expect.poll(() => tipOf(scene.store), patiently).toBe(head)
    for (let kill = 0; kill < 2; kill++) await killFollower(scene)
    await finish(scene)
  })

  test(`three workers share a backfill, of which two are killed while they store blocks (seed ${seed})`, {
    timeout,
  }, async () => {
    const distant = await startDistantNode()
    const scene = await begin(3, distant.url)
    for (const sharers of [3, 2]) await killSharer(scene, sharers)
    distant.always.length = 0
    await finish(scene)
  })
} else {
  test(`of three workers one is killed as they share a backfill, and one as it follows the chain (seed ${seed})`, {
    timeout,
  }, async () => {
    const distant = await startDistantNode()
    const scene = await begin(3, distant.url)
    await killSharer(scene, 2)
    distant.always.length = 0
    const head = await chain.latest()
    await expect.poll(() => tipOf(scene.store), patiently).toBe(head)
    await killFollower(scene)
    await finish(scene)
  })
}
