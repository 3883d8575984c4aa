import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { findChain } from '#lib/evm/api/chains.ts'

const filesMax = 100_000
const fileName = /^(0x[0-9a-f]{40})\.json$/i

/** For a contract on one chain, or on every chain. */
export const abiFileKey = (chain: number | undefined, address: string): string => `${chain ?? '*'} ${address}`

/** The ABI files of a folder and of its folders for single chains, by `abiFileKey`. Nothing is opened. Never rejects. */
export const listAbiFiles = async (
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
