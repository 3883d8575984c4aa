import { statSync } from 'node:fs'

/** Notices within this time that a file was deleted or replaced. */
const lookEveryMs = 1_000

const identityOf = (path: string): string | undefined => {
  const facts = statSync(path, { bigint: true, throwIfNoEntry: false })
  return facts && `${facts.dev}/${facts.ino}`
}

/**
 * Whether a path still leads to the file that it led to at first. A process that has a file open keeps reading and writing it after it was
 * deleted, without an error, and what it writes is lost.
 */
export const createFileWatch = (path: string, now = () => performance.now()): (() => boolean) => {
  const opened = identityOf(path)
  let lookedAt = now()
  let isThere = true
  return () => {
    if (isThere && now() - lookedAt >= lookEveryMs) {
      lookedAt = now()
      isThere = identityOf(path) === opened
    }
    return isThere
  }
}
