import { LRUCache } from 'lru-cache'
import type { Hex } from '#lib/base/hex.ts'
import { type AbiIndex, abiIndex } from '#lib/evm/abi/abi-index.ts'
import type { ReadCodes } from './read-codes.ts'
import { isCodeOf } from './verified-contract.ts'

/** Characters of ABI text; compiled, they take a few bytes each. */
const charactersMax = 10_000_000
const missesMax = 50_000
/** How soon a new ABI is noticed, and how soon one that replaced another. */
const missMs = 1_000
const foundMs = 60_000

/** An ABI (JSON text), and the hash of the code that it belongs to. */
export type StoredAbi = { abi: string; codeHash: Hex }

type Entry = { abi: AbiIndex | undefined; text: string; codeHash: Hex; isCurrent: boolean; readAt: number }

export type CurrentAbisOptions = {
  readCodes: ReadCodes
  /** A devnet may start again, with other contracts at the same addresses: their code is compared every second. */
  isDevnet?: (chain: number) => boolean
  now?: () => number
}

/** Compiled ABIs of a table, as long as the contracts have the code that they belong to. */
export const createCurrentAbis = (
  readRows: (chain: number, addresses: readonly Hex[]) => Promise<ReadonlyMap<Hex, StoredAbi>>,
  { readCodes, isDevnet = () => false, now = Date.now }: CurrentAbisOptions,
) => {
  const known = new LRUCache<string, Entry>({
    maxSize: charactersMax,
    sizeCalculation: ({ text }) => 1 + text.length,
  })
  const misses = new LRUCache<string, number>({ max: missesMax })

  const isDue = (chain: number, address: Hex): boolean => {
    const key = `${chain}/${address}`
    const entry = known.get(key)
    if (!entry) return now() - (misses.get(key) ?? Number.NEGATIVE_INFINITY) >= missMs
    return now() - entry.readAt >= (entry.isCurrent && !isDevnet(chain) ? foundMs : missMs)
  }

  const learn = async (chain: number, addresses: readonly Hex[]): Promise<void> => {
    const due = [...new Set(addresses)].filter((address) => isDue(chain, address))
    if (due.length === 0) return
    const found = await readRows(chain, due)
    const codes = found.size === 0 ? undefined : await readCodes(chain, [...found.keys()])
    for (const address of due) {
      const key = `${chain}/${address}`
      const row = found.get(address)
      const previous = known.get(key)
      if (!row) {
        misses.set(key, now())
        if (previous) known.set(key, { ...previous, isCurrent: false, readAt: now() })
        continue
      }
      const code = codes?.get(address)
      const isSame = previous?.codeHash === row.codeHash
      // A node that does not answer says nothing new.
      const isCurrent = code === undefined ? isSame && previous.isCurrent : isCodeOf(row, code)
      const abi = previous?.text === row.abi ? previous.abi : abiIndex(JSON.parse(row.abi))
      known.set(key, { abi, text: row.abi, codeHash: row.codeHash, isCurrent, readAt: now() })
    }
  }

  const currentAt = (chain: number, address: Hex): Entry | undefined => {
    const entry = known.get(`${chain}/${address}`)
    return entry?.isCurrent ? entry : undefined
  }

  return {
    /** Reads those of these contracts that are not known yet. */
    learn,
    /** To be called when the row of a contract changed. */
    forget: (chain: number, address: Hex): void => {
      misses.set(`${chain}/${address}`, Number.NEGATIVE_INFINITY)
      const entry = known.get(`${chain}/${address}`)
      if (entry) known.set(`${chain}/${address}`, { ...entry, readAt: Number.NEGATIVE_INFINITY })
    },
    find: (chain: number, address: Hex): AbiIndex | undefined => currentAt(chain, address)?.abi,
    /** The hash of the code that its ABI belongs to. Undefined if it has none, or other code. */
    codeHashOf: async (chain: number, address: Hex): Promise<Hex | undefined> => {
      await learn(chain, [address])
      return currentAt(chain, address)?.codeHash
    },
  }
}
