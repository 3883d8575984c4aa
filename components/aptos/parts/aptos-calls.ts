import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import type { AptosApi } from '#lib/aptos/interface-api.ts'
import { questionsOf } from '#lib/pages/question.ts'

/** Questions to the interface of Aptos. */
export const aptosCall = questionsOf<AptosApi>('aptos')
/** Endpoints that only our own pages use. */
export const aptosExplorerCall = questionsOf<AptosExplorerApi>('aptos-explorer')
