import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import type { DatabaseWatch } from '#lib/store/drivers/database-watch.ts'
import { openStore } from '#lib/store/open.ts'
import { instanceSecret, storeMigrations } from '#lib/store/own-tables/settings.ts'
import { type MigrationSet, migrate } from '#lib/store/store.ts'
import { type LedgerTables, ledgerMigrations } from './ledger.ts'
import { dialects, testStores } from './test-stores.ts'

const later: MigrationSet = {
  name: 'later',
  migrations: ({ text }) => ({
    '001-fine': { up: (db) => db.schema.createTable('fine').addColumn('a', text).execute() },
    '002-broken': {
      up: async (db) => {
        await db.schema.createTable('half').addColumn('a', text).execute()
        await db.schema.createTable('half').addColumn('a', text).execute()
      },
    },
  }),
}

describe.each(dialects)('migrations on %s', (dialect) => {
  const stores = testStores(dialect)

  test('run once, in order, and not again at the next start', async () => {
    const store = await stores.createStore<LedgerTables>()
    await migrate(store, ledgerMigrations)
    await store.db.updateTable('total').set({ entries: 5 }).execute()
    await migrate(store, ledgerMigrations)
    expect(await store.db.selectFrom('total').select('entries').executeTakeFirstOrThrow()).toMatchObject({ entries: 5 })
  })

  test('take turns when several processes start at once', async () => {
    const url = await stores.createUrl()
    const failures: unknown[] = []
    const watch: DatabaseWatch = { failed: (error) => failures.push(error), worked: () => {} }
    const opened = await Promise.all([1, 2, 3].map(() => openStore(url, { watch })))
    await Promise.all(opened.map((store) => migrate(store, storeMigrations, ledgerMigrations)))
    // On SQLite, Kysely tries to create what another process has just created, and then finds it.
    if (dialect === 'postgres') expect(failures).toEqual([])
    const secrets = await Promise.all(opened.map(instanceSecret))
    expect(secrets).toEqual([secrets[0], secrets[0], secrets[0]])
    await Promise.all(opened.map((store) => store.close()))
  })

  test('are numbered per part of the product, so that one can be added later', async () => {
    const store = await stores.createStore<LedgerTables>()
    await migrate(store, ledgerMigrations)
    await migrate(store, storeMigrations)
    await migrate(store, ledgerMigrations, storeMigrations)
    expect(await instanceSecret(store)).toHaveLength(32)
  })

  test('that fail stop the start, are named, and leave no changes', async () => {
    const store = await stores.createStore()
    await expect(migrate(store, storeMigrations, later)).rejects.toThrow('not be brought up to date: later 002-broken')
    const tables = (await store.db.introspection.getTables()).map(({ name }) => name)
    expect(tables).not.toContain('half')
    expect(tables).not.toContain('fine')
    // The lock is free again: a repaired program starts.
    await migrate(store, storeMigrations, ledgerMigrations)
  })

  test('refuse a database of a newer version', async () => {
    const store = await stores.createStore()
    await migrate(store, ledgerMigrations)
    const older: MigrationSet = {
      name: 'ledger',
      migrations: (types) => {
        const { '002-total': _, ...first } = ledgerMigrations.migrations(types)
        return first
      },
    }
    await expect(migrate(store, older)).rejects.toThrow('not be brought up to date: ledger')
  })

  test('keep the instance secret, which differs between installations', async () => {
    const [one, other] = [await stores.createStore(), await stores.createStore()]
    await migrate(one, storeMigrations)
    await migrate(other, storeMigrations)
    const secret = await instanceSecret(one)
    expect(await instanceSecret(one)).toEqual(secret)
    expect(await instanceSecret(other)).not.toEqual(secret)
  })
})

describe('migrations of two schemas of one PostgreSQL database', () => {
  const stores = testStores('postgres')

  test('do not wait for each other: the tables of one may be on a machine that hangs', async () => {
    const url = await stores.createUrl()
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query('create schema hung; create schema fine')
    const open = (schema: string) => openStore(`${url}?options=-c%20search_path%3D${schema}`)
    const [hung, fine] = [await open('hung'), await open('fine')]
    await migrate(hung, ledgerMigrations)
    await client.query('begin; lock table hung.migration_ledger')
    const waiting = migrate(hung, ledgerMigrations)
    const locks = () => client.query("select from pg_locks where locktype = 'relation' and not granted")
    await expect.poll(async () => (await locks()).rowCount).toBe(1)
    await migrate(fine, ledgerMigrations)
    await client.query('commit')
    await waiting
    await Promise.all([hung.close(), fine.close(), client.end()])
  })
})
