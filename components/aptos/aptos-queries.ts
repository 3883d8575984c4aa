import { browserSend } from '#components/browser-send.ts'
import { createClient } from '#lib/api/client.ts'
import { createQueries } from '#lib/api/query-options.ts'
import type { AptosExplorerApi } from '#lib/aptos/contract/explorer.ts'
import { aptosExplorerRoutes } from '#lib/aptos/contract/routes.ts'

const client = createClient<AptosExplorerApi>(aptosExplorerRoutes, { baseUrl: '/api/explorer', send: browserSend })

/** What the Aptos pages need beside the interface, asked from the browser on this origin. */
export const aptosExplorerQueries = createQueries<AptosExplorerApi>('aptos-explorer', aptosExplorerRoutes, client)
