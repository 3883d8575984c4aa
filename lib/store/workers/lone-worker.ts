import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { lockFile, type ProcessLock } from '#lib/process/process-lock.ts'
import { DatabaseFault, databaseFault } from '#lib/store/drivers/database-fault.ts'
import { makePrivateFile } from '#lib/store/drivers/sqlite/private-files.ts'
import type { Store } from '#lib/store/store.ts'

/** A predecessor may be ending. */
const triesMax = 50
const tryEveryMs = 100

/**
 * Makes this process the only worker of a SQLite file until it ends, however it ends: it holds the lock of a file beside it.
 * @throws DatabaseFault if another worker has it, or the file cannot be created.
 */
export const becomeLoneWorker = async ({ db }: Store<unknown>): Promise<{ close(): void }> => {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db)
  const file = rows[0]?.file
  if (!file) return { close: () => {} }
  const path = `${file}-worker`
  makePrivateFile(path)
  for (let tries = 1; tries <= triesMax; tries++) {
    const lock = lockBeside(path)
    if (lock) return { close: lock.release }
    await wait(tryEveryMs)
  }
  const message = `Another worker uses the database ${file}. SQLite serves one worker: stop the other one, or use PostgreSQL for several.`
  throw new DatabaseFault(message, { mayPass: false, cause: undefined })
}

const lockBeside = (path: string): ProcessLock | undefined => {
  try {
    return lockFile(path, 'exclusive')
  } catch (error) {
    throw databaseFault(error, `sqlite:${path}`) ?? error
  }
}
