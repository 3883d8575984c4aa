import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The inputs of a build. */
const sources = [
  'app',
  'components',
  'lib',
  'public',
  'next.config.mjs',
  'postcss.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

const buildMark = '.next/BUILD_ID'

/** The newest modification time below a path in ms; 0 when it does not exist. */
const newest = async (path: string): Promise<number> => {
  const facts = await stat(path).catch(() => undefined)
  if (facts === undefined) return 0
  if (!facts.isDirectory()) return facts.mtimeMs
  const names = await readdir(path)
  const times = await Promise.all(names.map((name) => newest(join(path, name))))
  return Math.max(0, ...times)
}

/** Whether a finished build exists that is newer than every source. */
export const buildIsCurrent = async (): Promise<boolean> => {
  const builtAt = await newest(buildMark)
  if (builtAt === 0) return false
  const changedAt = await Promise.all(sources.map(newest))
  return Math.max(...changedAt) <= builtAt
}
