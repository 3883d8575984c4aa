import { opendir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { parseJson } from '#lib/api/input/parse-json.ts'
import { byteCount, type Hex } from '#lib/base/hex.ts'
import type { WarningLog } from '#lib/base/log.ts'
import { type AbiIndex, abiIndex, type KnownInterface } from '#lib/evm/abi/abi-index.ts'
import { type Artifact, readArtifact } from './read-artifact.ts'
import { type ContractMatch, matchContract } from './verify-contract.ts'
import type { ReadCodes } from './verify-desk.ts'

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
type ArtifactFolder = {
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

/** A deployed contract, and the artifact that it was deployed from. */
export type DeployedArtifact = {
  artifact: Artifact
  match: ContractMatch
  code: Hex
  /** Of the folder, as it was found. */
  version: number
}

const knownMax = 20_000
/** A devnet may start again, with other contracts at the same addresses. */
const codeMs = 1_000

type Entry = { found: DeployedArtifact | undefined; code: Hex | undefined; version: number; readAt: number }

/** Deployed contracts of which there are artifacts: immutables, libraries and metadata aside, their code is the same. */
export const createArtifactContracts = (folder: ArtifactFolder, readCodes: ReadCodes, now: () => number = Date.now) => {
  const known = new LRUCache<string, Entry>({ max: knownMax })
  const indexes = new WeakMap<Artifact, { index: AbiIndex | undefined }>()

  const isDue = (chain: number, address: Hex): boolean => {
    const entry = known.get(`${chain}/${address}`)
    return !entry || entry.version !== folder.version || now() - entry.readAt >= codeMs
  }

  const learn = async (chain: number, addresses: readonly Hex[]): Promise<void> => {
    await folder.refresh()
    const due = [...new Set(addresses)].filter((address) => isDue(chain, address))
    if (due.length === 0) return
    const codes = await readCodes(chain, due)
    const { version } = folder
    for (const address of due) {
      const code = codes.get(address)
      const previous = known.get(`${chain}/${address}`)
      const isSame = previous?.code === code && previous?.version === version
      const found = isSame ? previous?.found : code && findArtifact(folder, address, code)
      known.set(`${chain}/${address}`, { found: found || undefined, code, version, readAt: now() })
    }
  }

  const foundAt = (chain: number, address: Hex): DeployedArtifact | undefined => known.get(`${chain}/${address}`)?.found

  return {
    learn,
    find: (chain: number, address: Hex): AbiIndex | undefined => {
      const artifact = foundAt(chain, address)?.artifact
      if (!artifact) return undefined
      const compiled = indexes.get(artifact) ?? { index: abiIndex(artifact.contract.abi) }
      indexes.set(artifact, compiled)
      return compiled.index
    },
    read: async (chain: number, address: Hex): Promise<KnownInterface | undefined> => {
      await learn(chain, [address])
      const found = foundAt(chain, address)
      return (
        found && {
          address,
          by: 'artifacts',
          match: found.match.runtime ?? null,
          items: found.artifact.contract.abi,
        }
      )
    },
    /** The artifact of a contract. */
    artifactOf: async (chain: number, address: Hex): Promise<DeployedArtifact | undefined> => {
      await learn(chain, [address])
      return foundAt(chain, address)
    },
  }
}

export type ArtifactContracts = ReturnType<typeof createArtifactContracts>

const findArtifact = (folder: ArtifactFolder, address: Hex, code: Hex): DeployedArtifact | undefined => {
  const { version } = folder
  let partial: DeployedArtifact | undefined
  for (const artifact of folder.ofLength(byteCount(code))) {
    const match = matchContract(artifact.contract, { address, runtime: code })
    if (match?.runtime === 'exact_match') return { artifact, match, code, version }
    if (match) partial ??= { artifact, match, code, version }
  }
  return partial
}
