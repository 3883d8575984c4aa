import { AssetIcon } from '#components/aptos/parts/values/asset-icon.tsx'
import { aptosChainNames } from '#lib/aptos/api/chain-names.ts'
import type { AptosHit } from '#lib/aptos/search/contract.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { fromAptosExplorer } from './aptos-queries.ts'
import { aptosHitPath, hitTitle } from './hit-path.ts'

const kinds: Record<AptosHit['type'], string> = {
  asset: 'Coin or asset',
  collection: 'NFT collection',
  token: 'NFT',
  account: 'Account',
}

const itemOf = (hit: AptosHit) => ({
  path: aptosHitPath(hit),
  kind: kinds[hit.type],
  name: hitTitle(hit),
  chain: aptosChainNames[hit.network],
  isSuspicious: hit.warnings.length > 0,
  picture: <AssetIcon asset={hit} className="size-6.5" />,
})

/** Coins, assets, collections and ids of the indexed network; nothing where none is indexed. */
export const suggestAptos = async ({ text, signal }: { text: string; signal: AbortSignal }) => {
  try {
    const { result } = await fromAptosExplorer('/aptos/search').call({ q: text }, { signal })
    return { items: result.map(itemOf), unanswered: [] }
  } catch (error) {
    if (isServiceError(error, 'chain_not_served') || isServiceError(error, 'not_available'))
      return { items: [], unanswered: [] }
    throw error
  }
}
