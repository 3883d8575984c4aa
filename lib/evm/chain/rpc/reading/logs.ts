import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { bloomMayHold } from '#lib/evm/chain/checks/bloom.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { RefusedRange } from '#lib/evm/chain/rpc/transport/classify.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { isAboutTheNode } from './chunk-decoder.ts'
import {
  createNodeSearches,
  inOrder,
  isUnreachable,
  type LogFilter,
  matches,
  refusalOf,
  type SaidLogs,
} from './log-answer.ts'
import { logBlocksMax } from './range-size.ts'

export type LogQuery = LogFilter & RefusedRange

export type LogsOptions = {
  signal?: AbortSignal
  /** The most blocks per query, whatever the nodes take. */
  blocksMax?: number
  /** Reads a block whole, for one whose logs alone are refused. */
  blockAt?: (number: number, signal: AbortSignal | undefined) => Promise<EvmBlock | undefined>
}

export type FoundLogs = RefusedRange & { logs: NodeLog[] }

/** A node that refuses so many single blocks in a row, not for their logs, does not search logs at all. */
const wholeBlocksMax = 32
const attemptsMax = 3

/**
 * The logs of from..to that any node has, ascending: every node that is not resting is asked for the same blocks, because a
 * log that one of them omits may come from another. Each is asked in ranges of the size that it takes itself, until it
 * counts as late (ask-awake.ts) or would need too many: then the others answer without it. Ends early at the head of a
 * shorter chain: `from` and `to` of each part say what was covered.
 *
 * Any refusal of more than one block, whatever its words, code or status, is tried with fewer; a single block that every
 * node refuses is read whole. A rate limit counts as one only if a single block meets it too: then the pool waits. Throws
 * ServiceErrors of the pool.
 */
export async function* getLogs(
  pool: NodePool,
  query: LogQuery,
  { signal, blocksMax = logBlocksMax, blockAt }: LogsOptions = {},
): AsyncGenerator<FoundLogs> {
  const searches = createNodeSearches(pool, query, signal)
  let isRateLimited = false
  let wholeInRow = 0
  for (let from = query.from; from <= query.to; ) {
    signal?.throwIfAborted()
    const range = { from, to: Math.min(query.to, from + blocksMax - 1) }
    // A pool waits for a rate limit as long as it does for all other questions.
    const answer = await searches.run(range, isRateLimited ? {} : { attemptsMax })
    const { found, isAtHead, isBlockRefused, isSmallerNext, error } = answer
    signal?.throwIfAborted()
    if (found) {
      isRateLimited = false
      wholeInRow = 0
      yield await counted(found, query, { blockAt, signal })
      from = found.to + 1
    }
    if (isAtHead) return
    if (found) continue
    const refusal = refusalOf(error)
    if (!refusal) throw error
    if (refusal.kind === 'rate_limited' && !isRateLimited) {
      isRateLimited = true
      continue
    }
    if (isSmallerNext && !isBlockRefused) continue
    wholeInRow += refusal.kind === 'too_many_results' ? 0 : 1
    const isReadable =
      isBlockRefused && !isAboutTheNode(refusal) && !isUnreachable(error) && wholeInRow <= wholeBlocksMax
    const block = isReadable && blockAt ? await blockAt(from, signal) : undefined
    if (!block) throw error
    yield { from, to: from, logs: logsOfBlock(block, query) }
    from += 1
  }
}

/** With the logs of uncounted blocks read whole. */
const counted = async (
  { uncounted, logs, ...range }: SaidLogs,
  query: LogQuery,
  { blockAt, signal }: LogsOptions,
): Promise<FoundLogs> => {
  const others = logs.filter(({ blockNumber }) => !uncounted.has(blockNumber))
  for (const number of uncounted) {
    const block = await blockAt?.(number, signal)
    if (!block) throw new InconsistentAnswer(`logs of block ${number} without their indexes`)
    others.push(...logsOfBlock(block, query))
  }
  return { ...range, logs: uncounted.size > 0 ? inOrder(others) : others }
}

/** The logs of a block that was read whole. */
export const logsOfBlock = (block: EvmBlock, filter: LogFilter): NodeLog[] =>
  block.transactions.flatMap(({ hash: transactionHash, index: transactionIndex, logs }) =>
    logs
      .map((log) => ({
        ...log,
        topics: [...log.topics],
        blockHash: block.hash,
        blockNumber: block.number,
        blockTimestamp: block.timestamp,
        transactionHash,
        transactionIndex,
      }))
      .filter((log) => matches(log, filter)),
  )

/** Whether a block with this bloom may contain such a log; false is certain. */
export function mayMatch(bloom: Hex, { addresses, topics = [] }: LogFilter): boolean {
  const holdsAny = (wanted: Hex | readonly Hex[]): boolean =>
    typeof wanted === 'string' ? bloomMayHold(bloom, wanted) : wanted.some((value) => bloomMayHold(bloom, value))
  if (addresses && !holdsAny(addresses)) return false
  return topics.every((wanted) => wanted === null || holdsAny(wanted))
}
