import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const neededBytes = 4 << 30

const hasRoom = (): boolean => {
  if (!existsSync(inMemory) || freemem() < 2 * neededBytes) return false
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize >= neededBytes
}

/**
 * Temporary files of this process and its children in memory, where the machine has room: creating a PostgreSQL database takes
 * 60 ms there instead of 450. Returns what deletes them.
 */
export const tempInMemory = (): (() => void) => {
  if (tmpdir().startsWith(inMemory) || !hasRoom()) return () => {}
  const folder = mkdtempSync(join(inMemory, 'spyglass-'))
  // PostgreSQL does not run as root.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
