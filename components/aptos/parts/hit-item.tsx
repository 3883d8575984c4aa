import { AssetIcon } from '#components/aptos/parts/values/asset-icon.tsx'
import { aptosChainNames } from '#lib/aptos/api/chain-names.ts'
import type { AptosHit } from '#lib/aptos/search/contract.ts'
import { aptosHitPath, hitTitle } from './hit-path.ts'

const kinds: Record<AptosHit['type'], string> = {
  asset: 'Coin or asset',
  collection: 'NFT collection',
  token: 'NFT',
  account: 'Account',
}

/** A search result as lists show it. */
export const aptosHitItem = (hit: AptosHit) => ({
  path: aptosHitPath(hit),
  kind: kinds[hit.type],
  name: hitTitle(hit),
  chain: aptosChainNames[hit.network],
  isSuspicious: hit.warnings.length > 0,
  picture: <AssetIcon asset={hit} className="size-6.5" />,
})
