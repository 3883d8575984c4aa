import { renderNestError, renderPlainError } from '#lib/api/error-bodies.ts'
import type { ServedApi } from '#lib/api/reference.ts'
import { aptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'

export const aptosApis: readonly ServedApi[] = [
  {
    name: 'aptos',
    title: 'Aptos',
    summary: 'NFT transfers, NFT owners and blocks on Aptos.',
    api: aptosApi,
    basePath: '/api/aptos',
    twins: [{ from: '/api/aptos/', to: '/api/aptos-testnet/', suffix: 'Testnet', note: 'On the Aptos testnet.' }],
    renderError: renderNestError,
    client: {
      typeFile: 'lib/aptos/interface-api.ts',
      type: 'AptosApi',
      routesFile: 'lib/aptos/api/routes.ts',
      routes: 'aptosRoutes',
    },
  },
]

export const aptosExplorerApis: readonly ServedApi[] = [
  {
    name: 'aptos-explorer',
    title: 'Aptos explorer',
    summary: 'Additional Aptos endpoints used by the pages of this explorer.',
    api: aptosExplorerApi,
    basePath: '/api/explorer',
    renderError: renderPlainError,
    client: {
      typeFile: 'lib/aptos/explorer-api.ts',
      type: 'AptosExplorerApi',
      routesFile: 'lib/aptos/api/routes.ts',
      routes: 'aptosExplorerRoutes',
    },
  },
]
