import { describe, expect, test } from 'vitest'
import { migrate } from '#lib/store/migrate.ts'
import { openStore } from '#lib/store/open.ts'
import { instanceSecret, storeMigrations } from '#lib/store/own-tables/settings.ts'
import type { MigrationSet } from '#lib/store/store.ts'
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
    const opened = await Promise.all([openStore(url), openStore(url), openStore(url)])
    await Promise.all(opened.map((store) => migrate(store, storeMigrations, ledgerMigrations)))
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
