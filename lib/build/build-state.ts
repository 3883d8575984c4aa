import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleOf } from './bundle-of.ts'

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

/** The pages are written when the first one is, the processes when the second one is. */
const buildMarks = ['.next/BUILD_ID', bundleOf('worker')]

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
  const builtAt = Math.min(...(await Promise.all(buildMarks.map(newest))))
  if (builtAt === 0) return false
  const changedAt = await Promise.all(sources.map(newest))
  return Math.max(...changedAt) <= builtAt
}
