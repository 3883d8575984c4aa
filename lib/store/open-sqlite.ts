import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { SqliteDriver } from './sqlite-driver.ts'

/** Our driver orders its connections itself, and SQLite can take back a `create table`. */
class StoreSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** A database in one file, made with its folder when it is missing; `:memory:` for one that ends with the process. */
export const openSqlite = <Tables>(path: string, busyTimeoutMs: number): Kysely<Tables> => {
  const file = path === ':memory:' ? path : resolve(path)
  if (path !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => new SqliteDriver({ path: file, busyTimeoutMs }),
      createAdapter: () => new StoreSqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}
