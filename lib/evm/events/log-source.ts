import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { indexedLogs } from './indexed-logs.ts'
import { nodeSteps } from './node-steps.ts'
import type { LogSearch, SearchDown } from './search-logs.ts'

/** Statements of one request that examine stored logs. Where there is a node, it searches the rest of the indexed blocks too. */
const indexStepsMax = 8

/**
 * Searches the index in blocks that are indexed, and the node in others. Without a node, or for `indexed`, blocks that
 * are not indexed are left out.
 */
export const logSource = async (
  { store: { db }, node: { findLogs } }: EvmQueryContext,
  chain: ServedChain,
  search: LogSearch,
  blocks: 'all' | 'indexed',
): Promise<SearchDown> => {
  const intervals = await db
    .selectFrom('evm_intervals')
    .select(['first_block', 'last_block'])
    .where('chain', '=', chain.id)
    .orderBy('first_block', 'desc')
    .execute()
  const onNode =
    blocks === 'all' && findLogs ? nodeSteps(search, (query, signal) => findLogs(chain, query, signal)) : undefined
  let left = indexStepsMax
  return async (to, signal) => {
    signal.throwIfAborted()
    const range = intervals.find(({ first_block }) => first_block <= to)
    const isIndexed = range !== undefined && range.last_block >= to
    if (isIndexed && left > 0) {
      left--
      const below = to === search.highest ? search.below : undefined
      return indexedLogs(db, chain.id, search, { from: Math.max(search.lowest, range.first_block), to, below })
    }
    if (onNode) return onNode({ from: search.lowest, to }, signal)
    // The gap above the next indexed block, or below all of them.
    return isIndexed ? undefined : { from: Math.max(search.lowest, range ? range.last_block + 1 : 0), logs: [] }
  }
}
