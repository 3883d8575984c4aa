import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bundleOf } from '#lib/build/bundle-of.ts'
import { recordedLedger } from '#lib/demo/aptos/recorded-ledger.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { readSuspects } from '#lib/store/jobs/suspects.ts'
import { openStore } from '#lib/store/open.ts'
import type { Store } from '#lib/store/store.ts'
import { bareEnvironment } from '#tests/support/bare-environment.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { createChance } from './indexing/random.ts'
import { dialects, testStores } from './store/test-stores.ts'

/*
 * The real worker on the demo ledger, killed at random moments and started again until it is done. `KILLS=48` makes it as
 * thorough as one likes, `SEED` repeats a run.
 */

const kills = Number(process.env.KILLS ?? 2)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const patiently = { timeout: 240_000, interval: 50 }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-kills-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const workers: ChildProcess[] = []
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL')
})

const startWorker = (databaseUrl: string): ChildProcess => {
  const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', bundleOf('worker')], {
    env: {
      ...bareEnvironment(),
      MEDIA_DIR: join(folder, 'media'),
      DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  workers.push(worker)
  return worker
}

const end = async (worker: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  const ended = once(worker, 'exit')
  worker.kill(signal)
  await ended
}

/** Blocks, traced blocks, ledger versions, names of contracts, documents and ratings that are stored. */
const progressOf = async ({ db }: Store<EvmTables>): Promise<number> => {
  const { rows } = await sql<{ done: number }>`
    select (select count(*) from evm_blocks)
      + (select coalesce(sum(last_block - first_block + 1), 0) from evm_trace_intervals)
      + (select coalesce(sum(last_version - first_version + 1), 0) from aptos_intervals)
      + (select count(*) from evm_contracts where ask_at is null)
      + (select count(*) from evm_nft_metadata where due_at is null)
      + (select count(*) from evm_ratings where rated_at > 0) as done`.execute(db)
  return Number(rows[0]?.done ?? 0)
}
const versions = (await recordedLedger()).transactions.length
/** Of the demo ledger: 1,088 blocks, twice, all versions, 7 contracts with their ratings, 533 documents. */
const whole = 1_088 + 1_088 + versions + 7 + 7 + 533

describe.each(dialects)('a worker on %s', (dialect) => {
  const stores = testStores(dialect)

  test(`killed ${kills} times at random stores the same rows as one without interruptions (seed ${seed})`, {
    timeout: 300_000 + 20_000 * kills,
  }, async () => {
    const chance = createChance(seed)
    const urls = [await stores.createUrl(), await stores.createUrl()] as const
    const [calm, killed] = [await openStore<EvmTables>(urls[0]), await openStore<EvmTables>(urls[1])]
    const progress = (store: Store<EvmTables>) => progressOf(store).catch(() => 0)

    const undisturbed = startWorker(urls[0])
    await expect.poll(() => progress(calm), patiently).toBe(whole)
    await end(undisturbed, 'SIGTERM')

    const moments = Array.from({ length: kills }, () => chance.integer(0, whole - 1)).sort((a, b) => a - b)
    let killedAtWork = 0
    for (const moment of moments) {
      const worker = startWorker(urls[1])
      // Some die while they start; the others once they have come so far, and a random while later: a kill that followed each
      // stored row at once would meet the work of that row more often than a random one.
      if (chance.happens(0.1)) await wait(chance.integer(0, 500))
      else await expect.poll(() => progress(killed), { ...patiently, interval: 2 }).toBeGreaterThanOrEqual(moment)
      await wait(chance.integer(0, 300))
      await end(worker, 'SIGKILL')
      const { rows } = await sql`select 1 from work_in_flight limit 1`.execute(killed.db).catch(() => ({ rows: [] }))
      killedAtWork += rows.length
    }
    const last = startWorker(urls[1])
    await expect.poll(() => progress(killed), patiently).toBe(whole)
    const expected = await storedRows(calm)
    // The words of a contract that was rated before it was asked for its name come with the next rating, within a minute.
    const words = async () => (await storedRows(killed)).evm_contract_words
    await expect.poll(words, { ...patiently, interval: 500 }).toEqual(expected.evm_contract_words)
    await end(last, 'SIGTERM')

    expect((await readSuspects(killed)).filter(({ retryAt }) => retryAt === null)).toEqual([])
    console.log(`${kills} kills on ${dialect}, ${killedAtWork} of them during watched work`)
    const rows = await storedRows(killed)
    expect(Object.keys(expected).length).toBeGreaterThan(20)
    for (const table of Object.keys(expected)) expect(rows[table], table).toEqual(expected[table])
    await Promise.all([calm.close(), killed.close()])
  })
})
