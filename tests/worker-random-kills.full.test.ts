import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { recordedLedger } from '#lib/demo/aptos/recorded-ledger.ts'
import { recordedChain } from '#lib/demo/evm/methods.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { readCrashedItems } from '#lib/store/attempts/attempts-table.ts'
import { openStore } from '#lib/store/open.ts'
import type { Store } from '#lib/store/store.ts'
import { bareEnvironment } from '#tests/support/bare-environment.ts'
import { builtProcess } from '#tests/support/built-process.ts'
import { copyPreparedDemo, environmentOf } from '#tests/support/prepared-demo.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { isFull } from '#tests/support/tier.ts'
import { createChance } from './indexing/random.ts'
import { dialects, testStores } from './store/test-stores.ts'

/*
 * The real worker on the demo ledger, killed at random moments and started again until it is done. `KILLS=48` makes it as
 * thorough as one likes, `SEED` repeats a run.
 */

const kills = Number(process.env.KILLS ?? (isFull ? 2 : 1))
/** The usual one kills the worker half way. */
const seed = Number(process.env.SEED ?? (isFull ? Date.now() % 1_000_000 : 10))
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
  const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', builtProcess('worker')], {
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

/** Blocks, traced blocks, ledger versions, names of contracts, documents, wanted pictures and ratings that are stored. */
const progressOf = async ({ db }: Store<EvmTables>): Promise<number> => {
  const { rows } = await sql<{ done: number }>`
    select (select count(*) from evm_blocks)
      + (select coalesce(sum(last_block - first_block + 1), 0) from evm_trace_intervals)
      + (select coalesce(sum(last_version - first_version + 1), 0) from aptos_intervals)
      + (select count(*) from evm_contracts where ask_at is null)
      + (select count(*) from evm_nft_metadata where due_at is null)
      + (select count(*) from evm_media)
      + (select count(*) from evm_ratings where rated_at > 0) as done`.execute(db)
  return Number(rows[0]?.done ?? 0)
}
const versions = (await recordedLedger()).transactions.length
const blocks = (await recordedChain()).head + 1
/** Of the demo ledger: all blocks, twice, all versions, 9 contracts with their ratings, 533 documents with 508 pictures. */
const whole = 2 * blocks + versions + 9 + 9 + 533 + 508

/** Pictures are fetched one after the other, after the rows: how many have been depends on time, but not which are wanted. */
const comparedRows = async (store: Store<EvmTables>): Promise<Record<string, string[]>> => {
  const { evm_media = [], ...rows } = await storedRows(store)
  return { ...rows, evm_media: evm_media.map((text) => JSON.parse(text).uri).sort() }
}

describe.each(isFull ? dialects : (['sqlite'] as const))('a worker on %s', (dialect) => {
  const stores = testStores(dialect)

  /** Rows of a worker without interruptions: by default of the one that prepared the demo ledger, but for its previews. */
  const calmRows = async (): Promise<Record<string, string[]>> => {
    if (!isFull) {
      await copyPreparedDemo(folder)
      const prepared = await openStore<EvmTables>(environmentOf(folder).DATABASE_URL)
      const { evm_media: _previews, ...rows } = await storedRows(prepared)
      await prepared.close()
      return rows
    }
    const url = await stores.createUrl()
    const calm = await openStore<EvmTables>(url)
    const worker = startWorker(url)
    await expect.poll(() => progressOf(calm).catch(() => 0), patiently).toBe(whole)
    await end(worker, 'SIGTERM')
    const rows = await comparedRows(calm)
    await calm.close()
    return rows
  }

  test(`killed ${kills} times at random stores the same rows as one without interruptions (seed ${seed})`, {
    timeout: (isFull ? 900_000 : 300_000) + 20_000 * kills,
  }, async () => {
    const chance = createChance(seed)
    const expected = await calmRows()
    const url = await stores.createUrl()
    const killed = await openStore<EvmTables>(url)
    const progress = () => progressOf(killed).catch(() => 0)

    const moments = Array.from({ length: kills }, () => chance.integer(0, whole - 1)).sort((a, b) => a - b)
    let killedAtWork = 0
    for (const moment of moments) {
      const worker = startWorker(url)
      // Some die while they start; the others once they have come so far, and a random while later: a kill that followed each
      // stored row at once would meet the work of that row more often than a random one.
      if (chance.happens(0.1)) await wait(chance.integer(0, 500))
      else await expect.poll(progress, { ...patiently, interval: 2 }).toBeGreaterThanOrEqual(moment)
      await wait(chance.integer(0, 300))
      await end(worker, 'SIGKILL')
      const { rows } = await sql`select 1 from work_attempt where started_at is not null limit 1`
        .execute(killed.db)
        .catch(() => ({ rows: [] }))
      killedAtWork += rows.length
    }
    const last = startWorker(url)
    await expect.poll(progress, patiently).toBe(whole)
    // The words of a contract that was rated before it was asked for its name come with the next rating, within a minute.
    const words = async () => (await storedRows(killed)).evm_contract_words
    await expect.poll(words, { ...patiently, interval: 500 }).toEqual(expected.evm_contract_words)
    await end(last, 'SIGTERM')

    expect((await readCrashedItems(killed)).filter(({ retryAt }) => retryAt === null)).toEqual([])
    console.log(`${kills} kills on ${dialect}, ${killedAtWork} of them during watched work`)
    const rows = await comparedRows(killed)
    expect(Object.keys(expected).length).toBeGreaterThan(20)
    for (const table of Object.keys(expected)) expect(rows[table], table).toEqual(expected[table])
    await killed.close()
  })
})
