import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'

const fileMode = 0o600
const folderMode = 0o700

/** Removes all access for others if this user owns the path; some systems do not support file modes. */
const tighten = (path: string, mode: number): void => {
  const facts = statSync(path, { throwIfNoEntry: false })
  const isOpen = facts !== undefined && (facts.mode & 0o077) !== 0
  if (isOpen && facts.uid === process.getuid?.()) chmodSync(path, mode)
}

/** Creates a folder that only this user can enter, or restricts an existing one of this user. */
export const makePrivateFolder = (path: string): void => {
  mkdirSync(path, { recursive: true, mode: folderMode })
  tighten(path, folderMode)
}

/**
 * Creates a file that only this user can read, or restricts it and its companions (the path with a suffix). A path that
 * cannot be such a file is left to the database, whose errors explain what to do.
 */
export const makePrivateFile = (path: string, suffixes: readonly string[] = []): void => {
  try {
    closeSync(openSync(path, 'a', fileMode))
  } catch {
    return
  }
  for (const suffix of ['', ...suffixes]) tighten(path + suffix, fileMode)
}
