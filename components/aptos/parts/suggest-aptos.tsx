import { isServiceError } from '#lib/base/errors.ts'
import { fromAptosExplorer } from './aptos-queries.ts'
import { aptosHitItem } from './hit-item.tsx'

/** Coins, assets, collections and ids of the indexed network; nothing where none is indexed. */
export const suggestAptos = async ({ text, signal }: { text: string; signal: AbortSignal }) => {
  try {
    const { result } = await fromAptosExplorer('/aptos/search').call({ q: text }, { signal })
    return { items: result.map(aptosHitItem), unanswered: [] }
  } catch (error) {
    if (isServiceError(error, 'chain_not_served') || isServiceError(error, 'not_available'))
      return { items: [], unanswered: [] }
    throw error
  }
}
