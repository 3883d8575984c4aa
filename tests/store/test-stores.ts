import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openStore, type StoreOptions } from '#lib/store/open.ts'
import type { Store } from '#lib/store/store.ts'
import { createDatabase, type Postgres, startPostgres } from '#tests/support/postgres.ts'

export const dialects = ['sqlite', 'postgres'] as const

type TestStores = {
  /** The URL of an empty database, for processes that open it themselves. */
  createUrl(): Promise<string>
  /** An open, empty database, closed and deleted after the file's tests. */
  createStore<Tables>(options?: StoreOptions): Promise<Store<Tables>>
}

/**
 * Empty databases for the tests of one file, on either engine. The PostgreSQL server is the one that the test run shares
 * (`TEST_POSTGRES_URL`), or one of this file's own.
 */
export const testStores = (dialect: Store<unknown>['dialect']): TestStores => {
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-store-'))
  const open: { close(): Promise<void> }[] = []
  let files = 0
  let server: Promise<Postgres> | undefined
  afterAll(async () => {
    await Promise.all(open.map((store) => store.close()))
    rmSync(folder, { recursive: true, force: true })
    await (await server)?.stop()
  })

  const createUrl = async (): Promise<string> => {
    if (dialect === 'sqlite') return `sqlite:${join(folder, `${++files}.db`)}`
    const shared = process.env.TEST_POSTGRES_URL
    if (shared) return await createDatabase(shared)
    server ??= startPostgres()
    return await (await server).createDatabase()
  }
  return {
    createUrl,
    createStore: async <Tables>(options?: StoreOptions) => {
      const store = await openStore<Tables>(await createUrl(), options)
      open.push(store)
      return store
    },
  }
}
