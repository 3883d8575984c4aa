import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { openStore } from '#lib/store/open.ts'
import { migrate } from '#lib/store/store.ts'
import { addEntries, countEntries, type LedgerTables, ledgerMigrations } from './ledger.ts'
import { dialects, testStores } from './test-stores.ts'

const startUp = fileURLToPath(new URL('./start-up.ts', import.meta.url))
const writeWithoutPause = fileURLToPath(new URL('./write-without-pause.ts', import.meta.url))

const startWriter = async (url: string, rows: number): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [writeWithoutPause, url, `${rows}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (child.stdout) await once(child.stdout, 'data')
  return child
}

const kill = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

describe.each(dialects)('several processes on one %s database', (dialect) => {
  const stores = testStores(dialect)
  const openLedger = async (url: string) => {
    const store = await openStore<LedgerTables>(url)
    await migrate(store, ledgerMigrations)
    return store
  }

  test('migrate once and agree on one secret when they start together', async () => {
    const url = await stores.createUrl()
    const starts = Array.from({ length: 3 }, () => promisify(execFile)(process.execPath, [startUp, url]))
    const secrets = (await Promise.all(starts)).map(({ stdout }) => stdout.trim())
    expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(secrets).size).toBe(1)
  })

  test('a writer killed at any moment leaves no partial batch', async () => {
    const url = await stores.createUrl()
    const store = await openLedger(url)
    let before = 0
    for (let kills = 1; kills <= 4; kills++) {
      const writer = await startWriter(url, 2_000)
      // The moment differs each time: some way into the first, second … batch that is seen.
      while ((await countEntries(store)).total < before + kills * 2_000);
      await kill(writer)
      // PostgreSQL notices the lost connection a moment later; a new transaction waits for the row that it held.
      await addEntries(store, 2_000)
      const { entries, total } = await countEntries(store)
      expect(entries).toBe(total)
      expect(total % 2_000).toBe(0)
      before = total
    }
    await store.close()
  })

  test('small writes get their turn between the batches of a constant writer', async () => {
    const url = await stores.createUrl()
    const store = await openLedger(url)
    const writer = await startWriter(url, 20_000)
    const batches = async (): Promise<number> => {
      const { entries } = await store.db.selectFrom('total').select('entries').executeTakeFirstOrThrow()
      return entries / 20_000
    }
    for (let round = 1; round <= 5; round++) {
      const before = await batches()
      await store.db.insertInto('entry').values({ id: -round, note: 'small' }).execute()
      expect((await batches()) - before).toBeLessThan(50)
    }
    await kill(writer)
    await store.close()
  })

  test('reads do not wait for a write that has not ended', async () => {
    const url = await stores.createUrl()
    const [writing, reading] = [await openLedger(url), await openStore<LedgerTables>(url)]
    await writing.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('entry').values({ id: -1, note: 'small' }).execute()
      for (const { db } of [writing, reading]) expect(await db.selectFrom('entry').selectAll().execute()).toEqual([])
    })
    await Promise.all([writing.close(), reading.close()])
  })
})
