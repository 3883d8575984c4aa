import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmApi } from '#lib/evm/interface-api.ts'
import { questionsOf } from '#lib/pages/question.ts'

/** Questions to the interface of EVM chains. */
export const evmCall = questionsOf<EvmApi>('evm')
/** Endpoints that only our own pages use. */
export const evmExplorerCall = questionsOf<EvmExplorerApi>('evm-explorer')
