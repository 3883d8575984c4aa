import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { indexChain } from '#lib/evm/chain/follow/index-chain.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createDatabaseWatch, failureKind } from '#lib/store/drivers/database-watch.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate } from '#lib/store/store.ts'
import { testStores } from './store/test-stores.ts'
import {
  askBlocks,
  complaints,
  devnet,
  expectWhole,
  head,
  isIndexedTo,
  mine,
  output,
  patiently,
  provideDevnet,
  start,
  storedHashes,
} from './support/faulty-database.ts'

provideDevnet()

describe('a SQLite file', () => {
  const stores = testStores('sqlite')

  test('locked by another program for longer than a write waits: reads continue, indexing resumes', async () => {
    const databaseUrl = await stores.createUrl()
    await start(databaseUrl)
    const before = await head()
    await expect.poll(() => isIndexedTo(before), patiently).toBe(true)
    const holder = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { timeout: 10_000 })
    holder.exec('begin immediate')
    await mine(3)
    const isSaid = () => complaints().some(({ msg }) => /locked by another program/.test(msg))
    await expect.poll(isSaid, patiently).toBe(true)
    expect((await askBlocks()).status).toBe(200)
    holder.exec('rollback')
    holder.close()
    await expect.poll(async () => isIndexedTo(await head()), patiently).toBe(true)
    await expectWhole(databaseUrl)
    expect(output()).not.toContain('"stack"')
  })

  test.each([
    { fault: 'full', begin: 'max_page_count = 1', end: 'max_page_count = 1000000' },
    { fault: 'read-only', begin: 'query_only = on', end: 'query_only = off' },
  ])(
    'that is $fault while it is indexed: one log line, and indexing resumes without loss',
    async ({ begin, end, fault }) => {
      const said: unknown[] = []
      const watch = createDatabaseWatch({
        onFault: (error) => said.push(failureKind(error)),
        onRecovery: () => said.push('works again'),
      })
      const databaseUrl = await stores.createUrl()
      const store = await openStore<EvmTables>(databaseUrl, { watch })
      await migrate(store, storeMigrations, evmMigrations)
      const stopped = new AbortController()
      const pool = createPool([devnet().transport()])
      const log = { info: () => {}, warn: () => {} }
      const chain = { name: 'local', expectedId: 31_337, start: { at: 0 }, mayReset: true, pollMs: 100 }
      const reader = createEvmReader(pool, { finalityBlocks: 0, checkBloom: true })
      const indexing = indexChain(store.withTables<EvmTables>(), { ...chain, reader }, { log, signal: stopped.signal })
      const isWhole = async () => (await storedHashes(store)).length
      await mine(1)
      await expect.poll(isWhole, patiently).toBe((await head()) * 2 + 1)

      // Of the connection that writes. A page count below the present one leaves the file as large as it is.
      await sql.raw(`pragma ${begin}`).execute(store.db)
      await mine(20, 20_000)
      await expect.poll(() => said, patiently).toContain(fault)
      expect(await isWhole()).toBeLessThan((await head()) * 2 + 1)
      await sql.raw(`pragma ${end}`).execute(store.db)
      await expect.poll(isWhole, patiently).toBe((await head()) * 2 + 1)
      stopped.abort()
      await (await indexing).rereading
      expect(said.filter((word) => word === fault)).toHaveLength(1)
      await store.close()
      await expectWhole(databaseUrl)
    },
  )
})
