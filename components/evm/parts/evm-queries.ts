import { browserSend } from '#components/browser-send.ts'
import { createClient } from '#lib/api/client.ts'
import { createQueries } from '#lib/api/query-options.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import { evmRoutes } from '#lib/evm/contract/routes.ts'

/** The EVM interface, asked from the browser on this origin. */
export const evmClient = createClient<EvmApi>(evmRoutes, { baseUrl: '', send: browserSend })
export const evmQueries = createQueries<EvmApi>('evm', evmRoutes, evmClient)
