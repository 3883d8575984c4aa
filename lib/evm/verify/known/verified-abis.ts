import { type AbiIndex, abiIndex } from '#lib/evm/abi/abi-index.ts'
import type { KnownInterface } from '#lib/evm/abi/abi-port.ts'
import { RecentlyUsed } from '#lib/evm/abi/recently-used.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { readVerified, readVerifiedAbis } from '#lib/evm/verify/stored/read-verified.ts'
import { isCodeOf, matchOf } from '#lib/evm/verify/stored/verified-contract.ts'
import type { Store } from '#lib/store/store.ts'
import type { ReadCodes } from './read-codes.ts'

/** Characters of ABI text; compiled, they take a few bytes each. */
const charactersMax = 10_000_000
const missesMax = 50_000
/** How soon a verification is noticed, and how soon one that replaced another. */
const missMs = 1_000
const foundMs = 60_000

type Entry = { abi: AbiIndex | undefined; codeHash: Hex; isCurrent: boolean; readAt: number }

export type VerifiedAbisOptions = {
  readCodes: ReadCodes
  /** A devnet may start again, with other contracts at the same addresses: their code is compared every second. */
  isDevnet?: (chain: number) => boolean
  now?: () => number
}

/** ABIs of the contracts that were verified on this server, while their code is what was verified. */
export const createVerifiedAbis = (
  { db }: Store<EvmTables>,
  { readCodes, isDevnet = () => false, now = Date.now }: VerifiedAbisOptions,
) => {
  const known = new RecentlyUsed<Entry>(charactersMax)
  const misses = new RecentlyUsed<number>(missesMax)

  const isDue = (chain: number, address: Hex): boolean => {
    const key = `${chain}/${address}`
    const entry = known.get(key)
    if (!entry) return now() - (misses.get(key) ?? Number.NEGATIVE_INFINITY) >= missMs
    return now() - entry.readAt >= (entry.isCurrent && !isDevnet(chain) ? foundMs : missMs)
  }

  const learn = async (chain: number, addresses: readonly Hex[]): Promise<void> => {
    const due = [...new Set(addresses)].filter((address) => isDue(chain, address))
    if (due.length === 0) return
    const found = await readVerifiedAbis(db, chain, due)
    const codes = found.size === 0 ? undefined : await readCodes(chain, [...found.keys()])
    for (const address of due) {
      const key = `${chain}/${address}`
      const row = found.get(address)
      const previous = known.get(key)
      if (!row) {
        misses.set(key, now())
        continue
      }
      const code = codes?.get(address)
      const isSame = previous?.codeHash === row.codeHash
      // A node that does not answer says nothing new.
      const isCurrent = code === undefined ? isSame && previous.isCurrent : isCodeOf(row, code)
      const abi = isSame ? previous.abi : abiIndex(JSON.parse(row.abi))
      known.set(key, { abi, codeHash: row.codeHash, isCurrent, readAt: now() }, row.abi.length)
    }
  }

  const currentAt = (chain: number, address: Hex): Entry | undefined => {
    const entry = known.get(`${chain}/${address}`)
    return entry?.isCurrent ? entry : undefined
  }

  return {
    /** Reads those of these contracts that are not known yet. */
    learn,
    find: (chain: number, address: Hex): AbiIndex | undefined => currentAt(chain, address)?.abi,
    read: async (chain: number, address: Hex): Promise<KnownInterface | undefined> => {
      await learn(chain, [address])
      const current = currentAt(chain, address)
      const contract = current && (await readVerified(db, chain, address))
      if (contract?.codeHash !== current?.codeHash) return undefined
      return contract && { address, by: 'server', match: matchOf(contract.match), items: contract.abi }
    },
  }
}
