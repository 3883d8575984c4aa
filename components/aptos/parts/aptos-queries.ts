import { browserSend } from '#components/browser-send.ts'
import { createClient } from '#lib/api/client.ts'
import { createQueries } from '#lib/api/query-options.ts'
import type { AptosApi } from '#lib/aptos/contract/api.ts'
import type { AptosExplorerApi } from '#lib/aptos/contract/explorer.ts'
import { aptosExplorerRoutes, aptosRoutes } from '#lib/aptos/contract/routes.ts'

const client = createClient<AptosApi>(aptosRoutes, { baseUrl: '/api/aptos', send: browserSend })
export const aptosExplorerClient = createClient<AptosExplorerApi>(aptosExplorerRoutes, {
  baseUrl: '/api/explorer',
  send: browserSend,
})

/** The API's own lists, requested by the browser from this origin. */
export const aptosQueries = createQueries<AptosApi>('aptos', aptosRoutes, client)

/** Endpoints that the Aptos pages need besides the interface. */
export const aptosExplorerQueries = createQueries<AptosExplorerApi>(
  'aptos-explorer',
  aptosExplorerRoutes,
  aptosExplorerClient,
)
