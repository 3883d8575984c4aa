import { opendir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { parseJson } from '#lib/api/input/parse-json.ts'
import type { WarningLog } from '#lib/base/log.ts'
import { type AbiIndex, abiIndex, abiItems } from '#lib/evm/abi/abi-index.ts'
import { findChain } from '#lib/evm/api/chains.ts'

const filesMax = 100_000
const fileName = /^(0x[0-9a-f]{40})\.json$/i

/** For a contract on one chain, or on every chain. */
const abiFileKey = (chain: number | undefined, address: string): string => `${chain ?? '*'} ${address}`

/** The ABI files of a folder and of its folders for single chains, by `abiFileKey`. Nothing is opened. Never rejects. */
const listAbiFiles = async (
  folder: string,
  fault: (path: string, problem: string) => void,
): Promise<ReadonlyMap<string, string>> => {
  const paths = new Map<string, string>()
  const listFolder = async (path: string, chain: number | undefined): Promise<void> => {
    const inner: string[] = []
    try {
      for await (const entry of await opendir(join(folder, path), { bufferSize: 1_000 })) {
        const address = fileName.exec(entry.name)?.[1]?.toLowerCase()
        const entryPath = join(path, entry.name)
        if (address && paths.size >= filesMax)
          return fault(path, `has more than ${filesMax} files: the rest is ignored`)
        if (address) paths.set(abiFileKey(chain, address), entryPath)
        else if (path !== '' || !entry.isDirectory()) fault(entryPath, 'is not named after an address')
        else if (chainId(entry.name) === undefined) fault(entryPath, 'is not named after a chain')
        else inner.push(entry.name)
      }
    } catch (error) {
      fault(path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }
    for (const name of inner) await listFolder(name, chainId(name))
  }
  await listFolder('', undefined)
  return paths
}

/** A devnet's hex id need not be in the table. */
const chainId = (name: string): number | undefined =>
  /^0x[0-9a-f]{1,13}$/i.test(name) ? Number(name) : findChain(name)?.id || undefined

export type AbiDirectory = {
  /** Reads the files of these contracts, unless they were looked at a few seconds ago. Never rejects. */
  learn(chain: number, addresses: readonly string[]): Promise<void>
  /** The ABI of a contract; `address` in lower case. */
  find(chain: number, address: string): AbiIndex | undefined
  /** The items of that ABI. Never rejects. */
  read(chain: number, address: string): Promise<readonly unknown[] | undefined>
}

/** `abi` is undefined for a file without one. */
type ReadFile = { changedAt: number; lookedAt: number; abi: AbiIndex | undefined }

const refreshMs = 5_000
const fileBytesMax = 5 * 1024 * 1024
/** Bytes of ABI files kept compiled: the folder may contain far more. */
const bytesMax = 20_000_000
/** Memory per file besides its text. */
const fileBytesMin = 1_000
const faultsMax = 10_000

/**
 * An operator's ABIs: `<address>.json` for every chain, `<chain name or hex id>/<address>.json` for one; an ABI array
 * or an object with the array as `abi`. Only names are listed in advance: a file is read when its contract is first
 * needed, and again after it changed. Errors are logged once per file.
 */
export const createAbiDirectory = (folder: string, log: WarningLog, now: () => number = Date.now): AbiDirectory => {
  let paths: ReadonlyMap<string, string> = new Map()
  let listedAt = Number.NEGATIVE_INFINITY
  let listing: Promise<void> | undefined
  const read = new LRUCache<string, ReadFile>({ maxSize: bytesMax })
  let logged = new Set<string>()

  const fault = (path: string, problem: string): void => {
    const line = `${path} ${problem}`
    if (logged.has(line)) return
    if (logged.size >= faultsMax) logged = new Set()
    logged.add(line)
    log.warn({ folder, file: path }, `ABI_DIR: ${line}`)
  }

  const list = (): Promise<void> => {
    if (now() - listedAt < refreshMs) return listing ?? Promise.resolve()
    listedAt = now()
    listing = listAbiFiles(folder, fault).then((found) => {
      paths = found
    })
    return listing
  }

  const readOne = async (path: string): Promise<void> => {
    const known = read.get(path)
    if (known && now() - known.lookedAt < refreshMs) return
    try {
      const { mtimeMs: changedAt, size } = await stat(join(folder, path))
      const isKnown = known?.changedAt === changedAt
      const abi = isKnown ? known.abi : size <= fileBytesMax ? await readAbi(join(folder, path)) : undefined
      read.set(path, { changedAt, lookedAt: now(), abi }, { size: abi ? Math.max(size, fileBytesMin) : fileBytesMin })
      if (!abi) fault(path, 'contains no ABI: expected a JSON array, or an object with the array as "abi"')
    } catch (error) {
      fault(path, `cannot be read: ${messageOf(error)}`)
    }
  }

  const pathsOf = (chain: number, address: string): string[] =>
    [paths.get(abiFileKey(chain, address)), paths.get(abiFileKey(undefined, address))].filter(
      (path) => path !== undefined,
    )

  return {
    learn: async (chain, addresses) => {
      await list()
      for (const address of addresses) for (const path of pathsOf(chain, address)) await readOne(path)
    },
    find: (chain, address) => {
      for (const path of pathsOf(chain, address)) {
        const abi = read.get(path)?.abi
        if (abi) return abi
      }
      return undefined
    },
    read: async (chain, address) => {
      const path = pathsOf(chain, address).find((one) => read.get(one)?.abi)
      if (path === undefined) return undefined
      try {
        return abiItems(await readJson(join(folder, path)))
      } catch (error) {
        fault(path, `cannot be read: ${messageOf(error)}`)
        return undefined
      }
    },
  }
}

const readAbi = async (path: string): Promise<AbiIndex | undefined> => abiIndex(await readJson(path))

/** Undefined for what is not JSON. */
const readJson = async (path: string): Promise<unknown> => {
  const text = await readFile(path, 'utf8')
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
