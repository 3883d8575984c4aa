import { opendir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseJson } from '#lib/api/input/parse-json.ts'
import type { WarningLog } from '#lib/base/log.ts'
import { type Artifact, readArtifact } from './read-artifact.ts'

type FoundFile = { path: string; changedAt: number; size: number }

const filesMax = 20_000
const depthMax = 12
/** Folders of the tools that hold no contracts. */
const skipped = new Set(['build-info', 'cache', 'node_modules'])
const notArtifact = /\.(dbg|metadata|abi|bin)\.json$|^(artifacts|solidity-files-cache)\.json$/

/** The JSON files in a folder of artifacts, without those that are something else by their name. */
const listArtifacts = async (folder: string, fault: (path: string, problem: string) => void): Promise<FoundFile[]> => {
  const found: FoundFile[] = []
  const listFolder = async (path: string, depth: number): Promise<void> => {
    const inner: string[] = []
    try {
      for await (const entry of await opendir(path, { bufferSize: 500 })) {
        if (entry.isDirectory() && !skipped.has(entry.name) && depth < depthMax) inner.push(entry.name)
        if (!entry.isFile() || !entry.name.endsWith('.json') || notArtifact.test(entry.name)) continue
        if (found.length >= filesMax) return fault(path, `has more than ${filesMax} files: the rest is ignored`)
        const file = join(path, entry.name)
        const facts = await stat(file).catch(() => undefined)
        if (facts) found.push({ path: file, changedAt: facts.mtimeMs, size: facts.size })
      }
    } catch (error) {
      // A build empties its folder first.
      if (!isMissing(error)) fault(path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }
    for (const name of inner) await listFolder(join(path, name), depth + 1)
  }
  await listFolder(folder, 0)
  return found
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The contracts that a build tool compiled, read while its folder changes. */
export type ArtifactFolder = {
  /** Looks for changed files, unless that was a second ago. Never rejects. */
  refresh(): Promise<void>
  /** Contracts whose deployed code has this length, in bytes. */
  ofLength(bytes: number): readonly Artifact[]
  /** Changes with every change of the folder. */
  readonly version: number
}

const refreshMs = 1_000
const fileBytesMax = 16 * 1024 * 1024
const allBytesMax = 256 * 1024 * 1024
const faultsMax = 1_000
/** Characters of the file that names the build of an artifact. */
const namedBuildMax = 10_000

type Read = { changedAt: number; size: number; artifact: Artifact | undefined }

/** A folder such as Foundry's `out` or Hardhat's `artifacts`. Broken files are logged once, and skipped. */
export const createArtifactFolder = (folder: string, log: WarningLog, now: () => number = Date.now): ArtifactFolder => {
  const read = new Map<string, Read>()
  const logged = new Set<string>()
  let byLength = new Map<number, Artifact[]>()
  let version = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  const fault = (path: string, problem: string): void => {
    if (logged.has(path) || logged.size >= faultsMax) return
    logged.add(path)
    log.warn({ file: path }, `ARTIFACTS_DIR: ${path} ${problem}`)
  }

  const readOne = async (path: string, size: number): Promise<Artifact | undefined> => {
    if (size > fileBytesMax) return void fault(path, `is larger than ${fileBytesMax / 1024 ** 2} MiB`)
    try {
      const artifact = readArtifact(
        parseJson(await readFile(path, 'utf8')),
        basename(path, '.json'),
        await buildInfoOf(path),
      )
      logged.delete(path)
      return artifact
    } catch (error) {
      // A file that is being written is read again when it has changed.
      return void fault(path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  const look = async (): Promise<void> => {
    const files = await listArtifacts(folder, fault)
    const known = new Set(files.map(({ path }) => path))
    let isChanged = false
    for (const path of read.keys()) if (!known.has(path)) isChanged = read.delete(path)
    let bytes = 0
    for (const { path, changedAt, size } of files) {
      bytes += size
      if (bytes > allBytesMax) {
        fault(folder, `has more than ${allBytesMax / 1024 ** 2} MiB of artifacts: the rest is ignored`)
        break
      }
      const previous = read.get(path)
      if (previous?.changedAt === changedAt && previous.size === size) continue
      read.set(path, { changedAt, size, artifact: await readOne(path, size) })
      isChanged = true
    }
    if (isChanged) index()
  }

  const index = (): void => {
    byLength = new Map()
    for (const { artifact } of read.values()) {
      if (!artifact) continue
      const bytes = artifact.contract.evm.deployedBytecode.object.length / 2
      byLength.set(bytes, [...(byLength.get(bytes) ?? []), artifact])
    }
    version += 1
  }

  return {
    refresh: () => {
      if (now() - lookedAt < refreshMs) return looking ?? Promise.resolve()
      lookedAt = now()
      looking = look().finally(() => {
        lookedAt = now()
      })
      return looking
    },
    ofLength: (bytes) => byLength.get(bytes) ?? [],
    get version() {
      return version
    },
  }
}

/** Hardhat 2 names the build of an artifact in a file beside it. */
const buildInfoOf = async (path: string): Promise<string | undefined> => {
  const text = await readFile(path.replace(/\.json$/, '.dbg.json'), 'utf8').catch(() => undefined)
  if (text === undefined || text.length > namedBuildMax) return undefined
  const { buildInfo } = JSON.parse(text)
  return typeof buildInfo === 'string' ? basename(buildInfo, '.json') : undefined
}
