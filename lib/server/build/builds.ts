import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lockFile, type ProcessLock } from '#lib/process/process-lock.ts'
import { programFolder } from '#lib/process/program-folder.ts'

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

/*
 * Each build has a folder of its own, named after its sources: `.next/builds/<id>` with `pages` (of Next.js) and `processes` (bundles).
 * A build is made beside the others and never changed, so that a running server keeps the one that it was started from.
 */

export type BuiltProcess = 'api-server' | 'web' | 'worker'

const buildsFolder = join(programFolder, '.next/builds')

/** Where the build of the sources as they are is, or will be. */
export const currentBuild = (): string => join(buildsFolder, buildId(programFolder))

export const processesOf = (build: string): string => join(build, 'processes')
/** What a process runs: its bundle, which starts in less than half the time of its sources. */
export const bundleOf = (build: string, process: BuiltProcess): string => join(processesOf(build), `${process}.mjs`)

/** Next.js takes the folder relative to that of the program. */
export const pagesOf = (build: string): string => relative(programFolder, join(build, 'pages'))

const own = dirname(fileURLToPath(import.meta.url))
/** The build that this process runs from; undefined if it runs from its sources. */
export const ownBuild = basename(own) === 'processes' ? dirname(own) : undefined

/** What Next.js keeps from one build for the next one is in one place: without it, a build takes several times as long. */
export const shareCache = (build: string): void => {
  const shared = join(dirname(buildsFolder), 'cache')
  const link = join(build, 'pages/cache')
  mkdirSync(shared, { recursive: true })
  mkdirSync(dirname(link), { recursive: true })
  if (!existsSync(link)) symlinkSync(relative(dirname(link), shared), link, 'junction')
}

/** Written last. */
const finishedMark = (build: string): string => join(build, 'finished')
export const isFinished = (build: string): boolean => existsSync(finishedMark(build))
export const finish = (build: string): void => writeFileSync(finishedMark(build), '')

const usersFile = (build: string): string => join(build, 'in-use')

/** Keeps a build from being removed until this process ends. Where this user cannot write, there is nothing to keep it from. */
export const holdBuild = (build: string): void => {
  try {
    lockFile(usersFile(build), 'shared', holdWaitMs)
  } catch {}
}
/** Longer than anyone looks whether a build is used. */
const holdWaitMs = 10_000

/** Held by who builds. */
export const lockBuilds = (waitMs: number): ProcessLock | undefined =>
  lockFile(join(buildsFolder, 'lock'), 'exclusive', waitMs)

/** Removes the builds that no process runs from, and what is left of those that were stopped. */
export const removeUnusedBuilds = (kept: string): void => {
  const builds = readdirSync(dirname(kept), { withFileTypes: true })
  for (const entry of builds)
    if (entry.isDirectory() && entry.name !== basename(kept)) removeIfUnused(join(dirname(kept), entry.name))
}

const removeIfUnused = (build: string): void => {
  try {
    const lock = lockFile(usersFile(build), 'exclusive')
    lock?.release()
    if (lock) rmSync(build, { recursive: true, force: true })
  } catch {
    // This user may not remove it.
  }
}

/** Lets `.next/processes/<name>.mjs`, which never changes its place, start the processes of this build. */
export const switchTo = (build: string, processes: readonly BuiltProcess[]): void => {
  const folder = join(dirname(buildsFolder), 'processes')
  mkdirSync(folder, { recursive: true })
  for (const name of processes) {
    const path = relative(folder, bundleOf(build, name)).replaceAll('\\', '/')
    const file = join(folder, `${name}.mjs`)
    writeFileSync(`${file}.new`, `import '${path}'\n`)
    renameSync(`${file}.new`, file)
  }
}
