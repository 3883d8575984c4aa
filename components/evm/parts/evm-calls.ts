import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { questionsOf } from '#lib/pages/question.ts'

/** Questions to the interface of EVM chains. */
export const evmCall = questionsOf<EvmApi>('evm')
/** Questions that only pages of ours ask. */
export const evmExplorerCall = questionsOf<EvmExplorerApi>('evm-explorer')
