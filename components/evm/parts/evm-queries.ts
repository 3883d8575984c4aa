import { browserSend } from '#components/browser-send.ts'
import { createClient } from '#lib/api/client.ts'
import { createQueries } from '#lib/api/query-options.ts'
import type { EvmPageApi } from '#lib/evm/contract/api.ts'
import { evmPageRoutes } from '#lib/evm/contract/page-routes.ts'

/** The EVM API, requested by the browser from this origin. */
export const evmClient = createClient<EvmPageApi>(evmPageRoutes, { baseUrl: '', send: browserSend })
export const evmQueries = createQueries<EvmPageApi>('evm', evmPageRoutes, evmClient)
