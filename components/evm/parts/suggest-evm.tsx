import { fromEvmExplorer } from './evm-queries.ts'
import { evmHitItem } from './hit-item.tsx'

/** Tokens, collections, labels, ENS names, addresses and hashes of all EVM chains. */
export const suggestEvm = async ({ text, waitMs, signal }: { text: string; waitMs?: number; signal: AbortSignal }) => {
  const { result, unanswered = [] } = await fromEvmExplorer('/evm/search').call(
    { q: text, wait_ms: waitMs },
    { signal },
  )
  return { items: result.map(evmHitItem), unanswered }
}
