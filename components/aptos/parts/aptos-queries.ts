import { browserSend } from '#components/browser-send.ts'
import { queriesOf } from '#lib/api/client/query-options.ts'
import { aptosExplorerRoot, aptosRoot } from '#lib/aptos/api/roots.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import type { AptosApi } from '#lib/aptos/interface-api.ts'

/** The Aptos API, requested by the browser from this origin. */
export const fromAptos = queriesOf<AptosApi>(aptosRoot, { send: browserSend })

/** Endpoints that the Aptos pages need besides the interface. */
export const fromAptosExplorer = queriesOf<AptosExplorerApi>(aptosExplorerRoot, { send: browserSend })
