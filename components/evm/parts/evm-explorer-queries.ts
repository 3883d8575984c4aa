import { browserSend } from '#components/browser-send.ts'
import { createClient } from '#lib/api/client.ts'
import { createQueries } from '#lib/api/query-options.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { evmExplorerRoutes } from '#lib/evm/contract/explorer-routes.ts'

/** Endpoints that the explorer needs besides the interface. */
export const evmExplorerClient = createClient<EvmExplorerApi>(evmExplorerRoutes, {
  baseUrl: '/api/explorer',
  send: browserSend,
})
export const evmExplorerQueries = createQueries<EvmExplorerApi>('evm-explorer', evmExplorerRoutes, evmExplorerClient)
