import { aptosChainNames } from '#lib/aptos/api/chain-names.ts'
import { usualChainIds } from '#lib/aptos/query/indexed-chains.ts'
import type { ChainToCopy } from '#lib/config/family.ts'

/** What of an Aptos network is in a database. */
export const aptosChainToCopy: ChainToCopy = async (name) => {
  const network = (['mainnet', 'testnet'] as const).find((each) => aptosChainNames[each] === name)
  if (network === undefined) return undefined
  return { name, id: usualChainIds[network], jobKinds: [], settings: [], serials: {} }
}
