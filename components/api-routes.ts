import { aptosExplorerRoutes, aptosRoutes } from '#lib/aptos/api/routes.ts'
import { evmExplorerRoutes } from '#lib/evm/api/explorer-routes.ts'
import { evmRoutes } from '#lib/evm/api/interface-routes.ts'
import type { FamilyRoutes } from './family.ts'

/** The APIs of all families. Separate from the other lists, because most pages load it first. */
export const apiRoutes: FamilyRoutes = {
  evm: { routes: evmRoutes, basePath: '' },
  'evm-explorer': { routes: evmExplorerRoutes, basePath: '/api/explorer' },
  aptos: { routes: aptosRoutes, basePath: '/api/aptos' },
  'aptos-explorer': { routes: aptosExplorerRoutes, basePath: '/api/explorer' },
}
