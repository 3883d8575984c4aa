import { browserSend } from '#components/browser-send.ts'
import { queriesOf } from '#lib/api/client/query-options.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import type { AptosApi } from '#lib/aptos/interface-api.ts'

/** The Aptos API, requested by the browser from this origin. */
export const fromAptos = queriesOf<AptosApi>('aptos', { baseUrl: '/api/aptos', send: browserSend })

/** Endpoints that the Aptos pages need besides the interface. */
export const fromAptosExplorer = queriesOf<AptosExplorerApi>('aptos-explorer', {
  baseUrl: '/api/explorer',
  send: browserSend,
})
