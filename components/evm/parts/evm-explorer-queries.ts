import { browserSend } from '#components/browser-send.ts'
import { createClient } from '#lib/api/client.ts'
import { createQueries } from '#lib/api/query-options.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { evmExplorerPageRoutes } from '#lib/evm/contract/explorer-page-routes.ts'

type PageApi = Pick<EvmExplorerApi, keyof typeof evmExplorerPageRoutes>

/** Endpoints that the explorer needs besides the interface. */
export const evmExplorerClient = createClient<PageApi>(evmExplorerPageRoutes, {
  baseUrl: '/api/explorer',
  send: browserSend,
})
export const evmExplorerQueries = createQueries<PageApi>('evm-explorer', evmExplorerPageRoutes, evmExplorerClient)
