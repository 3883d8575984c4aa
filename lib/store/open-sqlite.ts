import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { storeFailure } from './failure.ts'
import { SqliteDriver } from './sqlite-driver.ts'

export type SqliteOptions = { busyTimeoutMs: number }

/** Our driver orders the connections itself, and SQLite can take back a `create table`. */
class StoreSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Opens or creates the database file, with its folder. */
export const openSqlite = async <Tables>(path: string, options: SqliteOptions): Promise<Kysely<Tables>> => {
  const driver = new SqliteDriver({ path: prepareFolder(path), ...options })
  try {
    await driver.init()
  } catch (error) {
    throw storeFailure(error)
  }
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new StoreSqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

const prepareFolder = (path: string): string => {
  if (path === ':memory:') return path
  const file = resolve(path)
  mkdirSync(dirname(file), { recursive: true })
  return file
}
