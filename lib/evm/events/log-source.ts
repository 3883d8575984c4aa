import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { indexedLogs } from './indexed-logs.ts'
import type { LogPart, LogSearch, SearchDown } from './search-logs.ts'

/** Logs of a range of blocks in ascending order. */
type ReadLogs = (
  query: Pick<LogSearch, 'address' | 'topics'> & { from: number; to: number },
  signal: AbortSignal,
) => Promise<readonly NodeLog[]>

/** Busy contracts fill a page with few blocks, quiet ones need many: each step searches this many times more. */
const blocksFirst = 64
const growth = 8
const blocksMax = 10_000
const stepsMax = 8

/** The steps of one request on a node, each larger than the one before; undefined when they are used up. */
export const nodeSteps = ({ address, topics }: Pick<LogSearch, 'address' | 'topics'>, read: ReadLogs) => {
  let blocks = blocksFirst
  let left = stepsMax
  return async (range: { from: number; to: number }, signal: AbortSignal): Promise<LogPart | undefined> => {
    if (left-- <= 0) return undefined
    const from = Math.max(range.from, range.to - blocks + 1)
    blocks = Math.min(blocksMax, blocks * growth)
    const logs = await read({ address, topics, from, to: range.to }, signal)
    return { from, logs: logs.toReversed() }
  }
}

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
