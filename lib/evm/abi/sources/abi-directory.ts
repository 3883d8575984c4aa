import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type AbiIndex, abiIndex } from '#lib/evm/abi/abi-index.ts'
import { findChain } from '#lib/evm/contract/chains.ts'

export type AbiDirectory = {
  /** Looks whether files changed, at most every few seconds. Never rejects. */
  refresh(): Promise<void>
  /** `address` in lower case. */
  find(chain: number, address: string): AbiIndex | undefined
}

type Log = { warn(facts: object, text: string): void }
type ReadFile = { changedAt: number; abi: AbiIndex | undefined }

const refreshMs = 5_000
const filesMax = 20_000
const fileBytesMax = 5 * 1024 * 1024
const fileName = /^(0x[0-9a-f]{40})\.json$/i

/**
 * An operator's ABIs: `<address>.json` for every chain, `<chain name or hex id>/<address>.json` for one; an ABI's array or an
 * object that has it as `abi`. Files that change are read again. What is wrong is logged once for each state of a file, and
 * costs that file alone.
 */
export const createAbiDirectory = (folder: string, log: Log, now: () => number = Date.now): AbiDirectory => {
  /** By path within the folder. */
  let files = new Map<string, ReadFile>()
  let byKey = new Map<string, AbiIndex>()
  let faults = new Set<string>()
  let refreshedAt = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | undefined

  const readAll = async (): Promise<void> => {
    const nextFiles = new Map<string, ReadFile>()
    const nextByKey = new Map<string, AbiIndex>()
    const nextFaults = new Set<string>()
    const fault = (path: string, problem: string): void => {
      const line = `${path} ${problem}`
      nextFaults.add(line)
      if (!faults.has(line)) log.warn({ folder, file: path }, `ABI_DIR: ${line}`)
    }
    const readOne = async (path: string, key: string): Promise<void> => {
      if (nextFiles.size >= filesMax) return fault(path, `is not read: there are more than ${filesMax} files`)
      const { mtimeMs: changedAt, size } = await stat(join(folder, path))
      const known = files.get(path)
      const abi =
        known?.changedAt === changedAt ? known.abi : size <= fileBytesMax && (await readAbi(join(folder, path)))
      nextFiles.set(path, { changedAt, abi: abi || undefined })
      if (abi) nextByKey.set(key, abi)
      else fault(path, 'holds no ABI: expected its JSON array, or an object that has it as "abi"')
    }
    const readFolder = async (path: string, chain: number | undefined): Promise<void> => {
      for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
        const inner = join(path, entry.name)
        const address = fileName.exec(entry.name)?.[1]?.toLowerCase()
        try {
          if (address) await readOne(inner, keyOf(chain, address))
          else if (path !== '' || !entry.isDirectory()) fault(inner, 'is not named after an address')
          else if (chainId(entry.name) === undefined) fault(inner, 'is not named after a chain')
          else await readFolder(inner, chainId(entry.name))
        } catch (error) {
          fault(inner, `cannot be read: ${messageOf(error)}`)
        }
      }
    }
    await readFolder('', undefined).catch((error: unknown) => fault('', `cannot be read: ${messageOf(error)}`))
    files = nextFiles
    byKey = nextByKey
    faults = nextFaults
  }

  return {
    refresh: async () => {
      if (now() - refreshedAt < refreshMs) return underWay
      refreshedAt = now()
      underWay = readAll()
      return underWay
    },
    find: (chain, address) => byKey.get(keyOf(chain, address)) ?? byKey.get(keyOf(undefined, address)),
  }
}

const keyOf = (chain: number | undefined, address: string): string => `${chain ?? '*'} ${address}`

/** A devnet's hex id need not be in the table. */
const chainId = (name: string): number | undefined =>
  /^0x[0-9a-f]{1,13}$/i.test(name) ? Number(name) : findChain(name)?.id || undefined

const readAbi = async (path: string): Promise<AbiIndex | undefined> => {
  const text = await readFile(path, 'utf8')
  try {
    return abiIndex(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
