import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '#lib/store/open.ts'
import { migrate } from '#lib/store/store.ts'
import { type Postgres, startPostgres } from '#tests/support/postgres.ts'
import { addEntries, countEntries, type LedgerTables, ledgerMigrations } from './ledger.ts'
import { testStores } from './test-stores.ts'

describe('a failing SQLite database', () => {
  const stores = testStores('sqlite')
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-failure-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('reports a full disk, leaves no partial batch, and recovers when there is space', async () => {
    const store = await stores.createStore<LedgerTables>()
    await migrate(store, ledgerMigrations)
    await addEntries(store, 10)
    // The file may not grow any more: to SQLite that is a full disk.
    await sql`pragma max_page_count = 40`.execute(store.db)
    const tooMuch = addEntries(store, 20_000, 'x'.repeat(50))
    await expect(tooMuch).rejects.toMatchObject({
      code: 'not_available',
      message: expect.stringMatching(/no space left/),
    })
    expect(await countEntries(store)).toEqual({ entries: 10, total: 10 })
    await sql`pragma max_page_count = 1000000`.execute(store.db)
    await addEntries(store, 20_000, 'x'.repeat(50))
    expect(await countEntries(store)).toEqual({ entries: 20_010, total: 20_010 })
  })

  test('waits for another writer, then reports busy; reads continue', async () => {
    const url = await stores.createUrl()
    const [holder, store] = [
      await openStore<LedgerTables>(url),
      await openStore<LedgerTables>(url, { busyTimeoutMs: 50 }),
    ]
    await migrate(holder, ledgerMigrations)
    await holder.db.transaction().execute(async () => {
      await expect(addEntries(store, 10)).rejects.toMatchObject({ code: 'not_available', retryable: true })
      const alone = store.db.updateTable('total').set({ entries: 1 }).execute()
      await expect(alone).rejects.toMatchObject({ code: 'not_available', message: expect.stringMatching(/busy/) })
      expect(await countEntries(store)).toEqual({ entries: 0, total: 0 })
    })
    await addEntries(store, 10)
    await Promise.all([holder.close(), store.close()])
  })

  test('refuses a file that is not a database when opened', async () => {
    const path = join(folder, 'text.db')
    writeFileSync(path, 'This is a letter, not a database. '.repeat(100))
    const opening = openStore(`sqlite:${path}`)
    await expect(opening).rejects.toMatchObject({
      code: 'not_available',
      message: expect.stringMatching(/not a database/),
    })
  })

  test('refuses an impossible path when opened', async () => {
    writeFileSync(join(folder, 'file'), '')
    await expect(openStore(`sqlite:${join(folder, 'file', 'x.db')}`)).rejects.toThrow()
    await expect(openStore(`sqlite:${folder}`)).rejects.toMatchObject({ code: 'not_available' })
  })

  test('creates the folders of a new database', async () => {
    const store = await openStore(`sqlite:${join(folder, 'a', 'b', 'new.db')}`)
    await store.close()
  })

  test.each(['', 'mysql://host/db', 'sqlite:', 'file.db'])('refuses the URL %j', async (url) => {
    await expect(openStore(url)).rejects.toThrow('DATABASE_URL must be')
  })

  test('works in memory like in a file', async () => {
    const store = await openStore<LedgerTables>('sqlite::memory:')
    await migrate(store, ledgerMigrations)
    await Promise.all([addEntries(store, 10), addEntries(store, 20)])
    expect(await countEntries(store)).toEqual({ entries: 30, total: 30 })
    await store.close()
  })
})

describe('a PostgreSQL server that disconnects', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  test('fails queries meanwhile, rolls back open transactions, and recovers', async () => {
    const lost: Error[] = []
    const store = await openStore<LedgerTables>(await server.createDatabase(), {
      onConnectionLost: (error) => lost.push(error),
    })
    await migrate(store, ledgerMigrations)
    await addEntries(store, 10)
    await countEntries(store)

    const interrupted = store.db.transaction().execute(async (transaction) => {
      await store.insertMany(transaction, 'entry', [{ id: 99, note: 'never committed' }])
      await server.crash()
      await store.insertMany(transaction, 'entry', [{ id: 100, note: 'never sent' }])
    })
    await expect(interrupted).rejects.toMatchObject({ code: 'not_available', retryable: true })
    await expect(countEntries(store)).rejects.toMatchObject({
      code: 'not_available',
      message: expect.stringMatching(/cannot be reached/),
    })

    await server.start()
    expect(await countEntries(store)).toEqual({ entries: 10, total: 10 })
    await addEntries(store, 10)
    expect(await countEntries(store)).toEqual({ entries: 20, total: 20 })
    expect(lost.length).toBeGreaterThan(0)
    await store.close()
  })

  test('with a wrong password, database or host is reported when opened', async () => {
    const wrongPassword = server.url.replace(':postgres@', ':wrong@')
    await expect(openStore(wrongPassword)).rejects.toMatchObject({ message: 'The database refused the login.' })
    const wrongDatabase = server.url.replace(/postgres$/, 'missing')
    await expect(openStore(wrongDatabase)).rejects.toMatchObject({ message: expect.stringMatching(/does not exist/) })
    const wrongPort = 'postgres://postgres:postgres@127.0.0.1:1/postgres'
    await expect(openStore(wrongPort)).rejects.toMatchObject({ message: expect.stringMatching(/cannot be reached/) })
  })

  test('that refuses connections to the database for a while is reported as not reachable', async () => {
    const url = await server.createDatabase()
    const admin = await openStore(server.url)
    const name = sql.id(new URL(url).pathname.slice(1))
    await sql`alter database ${name} allow_connections false`.execute(admin.db)
    await expect(openStore(url)).rejects.toMatchObject({ code: 'not_available', retryable: true })
    await sql`alter database ${name} allow_connections true`.execute(admin.db)
    await (await openStore(url)).close()
    await admin.close()
  })

  test('cancels and reports a slow statement', async () => {
    const store = await openStore(server.url, { statementTimeoutMs: 50 })
    const slow = sql`select pg_sleep(30)`.execute(store.db)
    await expect(slow).rejects.toMatchObject({ code: 'not_available', message: expect.stringMatching(/in time/) })
    await store.close()
  })
})
