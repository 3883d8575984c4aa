import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openStore, type StoreOptions } from '#lib/store/open.ts'
import { type MigrationSet, migrate, type Store } from '#lib/store/store.ts'
import {
  createDatabase,
  createFilledDatabase,
  dropDatabase,
  type Postgres,
  startPostgres,
} from '#tests/support/postgres.ts'

export const dialects = ['sqlite', 'postgres'] as const

type TestStores = {
  /** The URL of an empty database, for processes that open it themselves. */
  createUrl(): Promise<string>
  /** An open, empty database, closed and deleted after the file's tests. */
  createStore<Tables>(options?: StoreOptions): Promise<Store<Tables>>
  /** The same with the tables of these sets, which have no other versions of the same name. */
  createMigratedStore<Tables>(...sets: readonly MigrationSet[]): Promise<Store<Tables>>
}

const fileOf = (url: string): string => url.slice('sqlite:'.length)

/** Files that this process has filled, by template: migrating takes ten times as long as a copy. */
const filled = new Map<string, Promise<string>>()

const filledFile = (template: string, fill: (url: string) => Promise<void>): Promise<string> => {
  const create = async (): Promise<string> => {
    const folder = mkdtempSync(join(tmpdir(), 'spyglass-template-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const url = `sqlite:${join(folder, `${template}.db`)}`
    await fill(url)
    return fileOf(url)
  }
  const file = filled.get(template) ?? create()
  filled.set(template, file)
  return file
}

/**
 * Empty databases for the tests of one file, on either engine. The PostgreSQL server is the one that the test run shares
 * (`TEST_POSTGRES_URL`), or one of this file's own.
 */
export const testStores = (dialect: Store<unknown>['dialect']): TestStores => {
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-store-'))
  const open: { close(): Promise<void> }[] = []
  let files = 0
  const databases: string[] = []
  let server: Promise<Postgres> | undefined
  afterAll(async () => {
    await Promise.all(open.map((store) => store.close()))
    rmSync(folder, { recursive: true, force: true })
    for (const url of databases) await dropDatabase(url)
    await (await server)?.stop()
  })

  const serverUrl = async (): Promise<string> => {
    const shared = process.env.TEST_POSTGRES_URL
    if (shared) return shared
    server ??= startPostgres()
    return (await server).url
  }
  const fileUrl = (): string => `sqlite:${join(folder, `${++files}.db`)}`
  const willDrop = (url: string): string => {
    databases.push(url)
    return url
  }
  const createUrl = async (): Promise<string> =>
    dialect === 'sqlite' ? fileUrl() : willDrop(await createDatabase(await serverUrl()))

  const opened = async <Tables>(url: string, options?: StoreOptions): Promise<Store<Tables>> => {
    const store = await openStore<Tables>(url, options)
    open.push(store)
    return store
  }
  return {
    createUrl,
    createStore: async (options) => await opened(await createUrl(), options),
    createMigratedStore: async <Tables>(...sets: readonly MigrationSet[]) => {
      const fill = async (url: string): Promise<void> => {
        const store = await openStore(url)
        await migrate(store, ...sets)
        await store.close()
      }
      const template = ['template', ...sets.map(({ name }) => name)].join('_').replaceAll('-', '_')
      if (dialect === 'postgres')
        return await opened<Tables>(willDrop(await createFilledDatabase(await serverUrl(), template, fill)))
      const url = fileUrl()
      copyFileSync(await filledFile(template, fill), fileOf(url))
      return await opened<Tables>(url)
    },
  }
}
