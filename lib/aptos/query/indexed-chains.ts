import type { Kysely } from 'kysely'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import type { NetworkNodes } from './node-context.ts'

export type IndexedChains = {
  /** Whether the worker of this installation indexes the network. */
  has(network: AptosNetwork): boolean
  /** The chain id of the network's stored rows; undefined if there are none. */
  storedId(network: AptosNetwork): Promise<number | undefined>
}

/** The ids of the named networks. */
export const usualChainIds = { mainnet: 1, testnet: 2 } as const
/** How long a page waits for a node to report its network. */
const statusWithinMs = 2_000

/**
 * The networks with a node, which are the indexed ones. A development network may replace either: its node is asked for
 * the id if nothing is stored under the usual one.
 */
export const createIndexedChains = (db: Kysely<AptosTables>, nodes: NetworkNodes): IndexedChains => {
  // Once anything is stored, the id stays the same.
  const known = new Map<AptosNetwork, number>()
  const isStored = async (chainId: number): Promise<boolean> => {
    const rows = db.selectFrom('aptos_intervals').select('first_version').where('chain_id', '=', chainId).limit(1)
    return (await rows.executeTakeFirst()) !== undefined
  }
  return {
    has: (network) => nodes[network] !== undefined,
    storedId: async (network) => {
      const node = nodes[network]
      const seen = known.get(network)
      if (!node || seen !== undefined) return seen
      const usual = usualChainIds[network]
      const isUsual = await isStored(usual)
      using limit = timeLimit(statusWithinMs)
      const found = isUsual ? usual : await node.chainId(limit.signal).catch(() => undefined)
      if (found === undefined || !(isUsual || (await isStored(found)))) return undefined
      known.set(network, found)
      return found
    },
  }
}
