import { type AbiIndex, abiIndex } from '#lib/evm/abi/abi-index.ts'
import type { KnownInterface } from '#lib/evm/abi/abi-port.ts'
import { RecentlyUsed } from '#lib/evm/abi/recently-used.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { readVerified, readVerifiedAbis } from '#lib/evm/verify/stored/read-verified.ts'
import { matchOf } from '#lib/evm/verify/stored/verified-contract.ts'
import type { Store } from '#lib/store/store.ts'

/** Characters of ABI text; compiled, they take a few bytes each. */
const charactersMax = 10_000_000
const missesMax = 50_000
/** How soon a verification is noticed, and how soon one that replaced another. */
const missMs = 1_000
const foundMs = 60_000

type Entry = { abi: AbiIndex | undefined; readAt: number }

/** ABIs of the contracts that were verified on this server. */
export const createVerifiedAbis = ({ db }: Store<EvmTables>, now: () => number = Date.now) => {
  const known = new RecentlyUsed<Entry>(charactersMax)
  const misses = new RecentlyUsed<number>(missesMax)

  const isDue = (chain: number, address: Hex): boolean => {
    const key = `${chain}/${address}`
    const entry = known.get(key)
    return entry ? now() - entry.readAt >= foundMs : now() - (misses.get(key) ?? Number.NEGATIVE_INFINITY) >= missMs
  }

  return {
    /** Reads those of these contracts that are not known yet. */
    learn: async (chain: number, addresses: readonly Hex[]): Promise<void> => {
      const due = [...new Set(addresses)].filter((address) => isDue(chain, address))
      if (due.length === 0) return
      const found = await readVerifiedAbis(db, chain, due)
      for (const address of due) {
        const key = `${chain}/${address}`
        const row = found.get(address)
        if (row) known.set(key, { abi: abiIndex(JSON.parse(row.abi)), readAt: now() }, row.abi.length)
        else misses.set(key, now())
      }
    },
    find: (chain: number, address: Hex): AbiIndex | undefined => known.get(`${chain}/${address}`)?.abi,
    read: async (chain: number, address: Hex): Promise<KnownInterface | undefined> => {
      const contract = await readVerified(db, chain, address)
      return contract && { address, by: 'server', match: matchOf(contract.match), items: contract.abi }
    },
  }
}
