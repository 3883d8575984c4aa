import { renderNestError, renderPlainError } from '#lib/api/error-bodies.ts'
import type { ServedApi } from '#lib/api/reference.ts'
import { aptosChainNames } from '#lib/aptos/api/chain-names.ts'
import { aptosExplorerRoot, aptosRoot, aptosTestnetRoot } from '#lib/aptos/api/roots.ts'
import { aptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { usualChainIds } from '#lib/aptos/query/indexed-chains.ts'
import type { ChainToCopy } from '#lib/config/family.ts'

/** What of an Aptos network is in a database. */
export const aptosChainToCopy: ChainToCopy = async (name) => {
  const network = (['mainnet', 'testnet'] as const).find((each) => aptosChainNames[each] === name)
  if (network === undefined) return undefined
  return { name, id: usualChainIds[network], jobKinds: [], settings: [], serials: {} }
}

export const aptosApis: readonly ServedApi[] = [
  {
    ...aptosRoot,
    title: 'Aptos',
    summary: 'NFT transfers, NFT owners and blocks on Aptos.',
    api: aptosApi,
    file: 'lib/aptos/interface-api.ts',
    twins: [
      { from: aptosRoot.basePath, to: aptosTestnetRoot.basePath, suffix: 'Testnet', note: 'On the Aptos testnet.' },
    ],
    renderError: renderNestError,
  },
]

export const aptosExplorerApis: readonly ServedApi[] = [
  {
    ...aptosExplorerRoot,
    title: 'Aptos explorer',
    summary: 'Additional Aptos endpoints used by the pages of this explorer.',
    api: aptosExplorerApi,
    file: 'lib/aptos/explorer-api.ts',
    renderError: renderPlainError,
  },
]
