import { browserSend } from '#components/browser-send.ts'
import { queriesOf } from '#lib/api/client/query-options.ts'
import { evmExplorerRoot, evmRoot } from '#lib/evm/api/roots.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmApi } from '#lib/evm/interface-api.ts'

/** The EVM API, requested by the browser from this origin. */
export const fromEvm = queriesOf<EvmApi>(evmRoot, { send: browserSend })

/** Endpoints that the pages need besides the interface. */
export const fromEvmExplorer = queriesOf<EvmExplorerApi>(evmExplorerRoot, { send: browserSend })
