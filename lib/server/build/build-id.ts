import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The inputs of a build. The lock file stands for the packages. */
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

const filesBelow = (path: string): string[] => {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (facts === undefined) return []
  if (!facts.isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
}

const idLength = 16

/**
 * The name of the build of these sources: a hash over their paths and bytes. Times say nothing: a checkout, a copy or a touched file
 * has new ones. It takes 0.1 s for 18 MB.
 */
export const buildId = (folder: string): string => {
  const files = sources.flatMap((source) => filesBelow(join(folder, source))).sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const bytes = readFileSync(file)
    hash.update(`${relative(folder, file).replaceAll(sep, '/')}\0${bytes.byteLength}\0`).update(bytes)
  }
  return hash.digest('hex').slice(0, idLength)
}
