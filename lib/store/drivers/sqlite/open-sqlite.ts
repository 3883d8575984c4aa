import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { makePrivateFile, makePrivateFolder } from './private-files.ts'
import { SqliteDriver, type SqliteDriverOptions } from './sqlite-driver.ts'

/** Our driver orders its connections itself, and SQLite can revert a `create table`. */
class StoreSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** A database in one file, created with its folder if missing; `:memory:` for one that is lost with the process. */
export const openSqlite = <Tables>(
  path: string,
  options: Omit<SqliteDriverOptions, 'path' | 'prepare'>,
): { db: Kysely<Tables>; version: () => string | undefined } => {
  const file = path === ':memory:' ? path : resolve(path)
  const prepare = path === ':memory:' ? undefined : () => makePrivate(file)
  const driver = new SqliteDriver({ ...options, path: file, prepare })
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new StoreSqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  return { db, version: () => driver.version() }
}

/**
 * The file contains sessions and secrets: only this user may read it. SQLite gives its companion files the same mode.
 * An existing folder keeps its mode, as it may contain other files; the product's own folder is restricted too.
 */
const makePrivate = (file: string): void => {
  const folder = dirname(file)
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (folder === resolve('.data')) makePrivateFolder(folder)
  makePrivateFile(file, ['-wal', '-shm'])
}
