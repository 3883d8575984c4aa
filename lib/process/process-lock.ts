import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type ProcessLock = { release(): void }

/** SQLITE_BUSY: another process holds it. */
const busy = 5
/**
 * A lock between processes, on a file that is created with its folder. Many may share it, or one holds it alone. SQLite asks the system
 * for it, on every platform, and the system releases it when its holder ends, however it ends: there is no stale lock.
 * Returns undefined if it is held otherwise for longer than `waitMs`, during which this process is blocked. Throws if the file cannot be written.
 */
export const lockFile = (path: string, kind: 'shared' | 'exclusive', waitMs = 0): ProcessLock | undefined => {
  let database: DatabaseSync | undefined
  try {
    mkdirSync(dirname(path), { recursive: true })
    database = new DatabaseSync(path, { timeout: waitMs })
    // No journal beside it: nothing is ever written. Reading is what takes the shared lock.
    database.exec('pragma journal_mode = memory')
    database.exec(kind === 'shared' ? 'begin; select count(*) from sqlite_schema' : 'begin exclusive')
    const held = database
    heldLocks.add(held)
    return {
      release: () => {
        heldLocks.delete(held)
        held.close()
      },
    }
  } catch (error) {
    database?.close()
    const isBusy =
      error instanceof Error &&
      'errcode' in error &&
      typeof error.errcode === 'number' &&
      (error.errcode & 0xff) === busy
    if (isBusy) return undefined
    throw error
  }
}

/** A lock that nobody refers to would be released with its memory. */
const heldLocks = new Set<DatabaseSync>()
