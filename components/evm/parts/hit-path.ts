import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmHit } from '#lib/evm/search/contract.ts'

/** The page of a search result. */
export const evmHitPath = ({ type, chain, value }: EvmHit): string => {
  if (type === 'transaction') return evmPaths.transaction({ chain, hash: value })
  if (type === 'token' || type === 'collection') return evmPaths.token({ chain, address: value })
  return type === 'block' ? evmPaths.block({ chain, block: value }) : evmPaths.wallet({ chain, address: value })
}
