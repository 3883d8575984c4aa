/*
 * A backfill by one, two and three real workers of one PostgreSQL database, from a node on the same machine, all in one run:
 * blocks a second from when all workers have started, and how much of that time one of them held the lock of the chain, as
 * seen every few milliseconds from outside. Workers, node and database share the processors of this machine.
 *
 *   node tests/bench/several-workers.ts [blocks of ten token transfers]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { countBlocks } from '#lib/indexing/intervals.ts'
import type { WorkerTables } from '#lib/store/attempts/worker-tables.ts'
import { openStore } from '#lib/store/open.ts'
import type { Store } from '#lib/store/store.ts'
import { startAnvil } from '#tests/support/anvil.ts'
import { bareEnvironment } from '#tests/support/bare-environment.ts'
import { createDatabase, startPostgres } from '#tests/support/postgres.ts'
import { buildTokenChain } from './support/token-chain.ts'

const [blockCount = 6_000] = process.argv.slice(2).map(Number)
const lookEveryMs = 5

const anvil = await startAnvil(['--no-mining', '--order', 'fifo', '--chain-id', '1'])
const { lastBlock } = await buildTokenChain(anvil, blockCount)
const postgres = await startPostgres()
const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))

const startWorker = (databaseUrl: string): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'lib/server/worker.ts'], {
    env: {
      ...bareEnvironment(),
      MEDIA_DIR: join(folder, 'media'),
      DATABASE_URL: databaseUrl,
      NODE_URL_ETH: anvil.url,
      START_BLOCK_ETH: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const storedBlocks = async ({ db }: Store<EvmTables>): Promise<number> => countBlocks(await readIntervals(db, 1))
const workersOf = async (store: Store<EvmTables>): Promise<number> =>
  (await store.withTables<WorkerTables>().db.selectFrom('worker').select('id').execute()).length

/** Whether a transaction has the row of the chain: all writers lock it. */
const isLocked = async ({ db }: Store<EvmTables>): Promise<boolean> => {
  const free = await db.selectFrom('evm_chains').select('chain').forUpdate().skipLocked().executeTakeFirst()
  return free === undefined
}

const run = async (count: number) => {
  const url = await createDatabase(postgres.url)
  const store = await openStore<EvmTables>(url)
  const workers = Array.from({ length: count }, () => startWorker(url))
  while ((await workersOf(store).catch(() => 0)) < count || (await storedBlocks(store)) === 0) await wait(20)
  const before = await storedBlocks(store)
  const startedAt = performance.now()
  let looks = 0
  let locked = 0
  let stored = before
  for (; stored <= lastBlock; looks++) {
    if (await isLocked(store)) locked += 1
    if (looks % 20 === 0) stored = await storedBlocks(store)
    await wait(lookEveryMs)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  for (const worker of workers) {
    const ended = once(worker, 'exit')
    worker.kill('SIGTERM')
    await ended
  }
  await store.close()
  const blocks = lastBlock + 1 - before
  return {
    workers: count,
    blocks,
    seconds: Number(seconds.toFixed(1)),
    'blocks/s': Math.round(blocks / seconds),
    'chain locked': `${Math.round((100 * locked) / looks)} %`,
    'locked s': Number(((seconds * locked) / looks).toFixed(1)),
  }
}

console.log(`${lastBlock} blocks, ten token transfers each; ${availableParallelism()} processors for everything`)
const table = []
for (const count of [1, 2, 3]) table.push(await run(count))
console.table(table)
await postgres.stop()
await anvil.stop()
rmSync(folder, { recursive: true, force: true })
