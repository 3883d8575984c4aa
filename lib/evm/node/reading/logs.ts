import { isServiceError } from '#lib/api/errors.ts'
import type { EvmBlock, Hex } from '#lib/evm/node/block.ts'
import { hexNumber } from '#lib/evm/node/hex-number.ts'
import { InconsistentAnswer } from '#lib/evm/node/inconsistent-answer.ts'
import { type NodeLog, parseCount, parseHeader, parseLog } from '#lib/evm/node/parse.ts'
import { type BlockRange, classifyTransportError, type NodeFailure } from '#lib/evm/node/transport/classify.ts'
import { NodeRefusal } from '#lib/evm/node/transport/node-refusal.ts'
import type { AnsweringNode, AskOptions, NodePool, PoolCall } from '#lib/evm/node/transport/pool.ts'
import { TransportError } from '#lib/evm/node/transport/transport-error.ts'
import { bloomMayHold } from '#lib/evm/proof/bloom.ts'
import { RangeSize } from './range-size.ts'
import { isAboutTheNode } from './reported-blocks.ts'

/** As in eth_getLogs: any of the addresses; for each topic position one, any of several, or null for all. */
type LogFilter = {
  addresses?: readonly Hex[]
  topics?: readonly (Hex | readonly Hex[] | null)[]
}

export type LogQuery = LogFilter & BlockRange

export type LogsOptions = {
  signal?: AbortSignal
  /** Shared by queries to the same nodes, so that a learned limit applies to all. */
  rangeSize?: RangeSize
  /** Reads a block whole, for one whose logs alone are refused. */
  blockAt?: (number: number, signal: AbortSignal | undefined) => Promise<EvmBlock | undefined>
}

export type FoundLogs = BlockRange & { logs: NodeLog[] }

/** How long ever smaller ranges are tried before a refusal counts as a failure; a later query goes on from there. */
const refusedMsMax = 30_000
/** A node that refuses so many single blocks in a row, not for their logs, does not search logs at all. */
const wholeBlocksMax = 32
const attemptsMax = 3

/**
 * The logs of from..to that any node has, ascending, in ranges that the nodes support: every node that is not resting is
 * asked, because a log that one of them omits may come from another. Many nodes return `[]` for blocks that they do not
 * have, so the same batch asks for the last block of the range. Ends early at the head of a shorter chain: `from` and `to`
 * of each part say what was covered.
 *
 * Any refusal of more than one block, whatever its words, code or status, is tried with fewer; a single block that is
 * refused is read whole. A rate limit counts as one only if a single block meets it too: then the pool waits. Throws
 * ServiceErrors of the pool.
 */
export async function* getLogs(
  pool: NodePool,
  query: LogQuery,
  { signal, rangeSize = new RangeSize(), blockAt }: LogsOptions = {},
): AsyncGenerator<FoundLogs> {
  /** The refusals since a query was last accepted. */
  let refusals: { size: number; since: number; isRate: boolean } | undefined
  let isRateLimited = false
  let wholeInRow = 0
  for (let from = query.from; from <= query.to; ) {
    signal?.throwIfAborted()
    const range = { from, to: Math.min(query.to, from + rangeSize.blocks - 1) }
    const isSingle = range.to === range.from
    const isHeavy = !isRateLimited && (!isSingle || refusals?.isRate === true)
    // A pool waits for a rate limit as long as it does for all other questions.
    const options = { signal, isHeavy, ...(!isRateLimited && { attemptsMax }) }
    let found: SaidLogs
    try {
      found = await askAll(pool, query, range, options)
    } catch (error) {
      signal?.throwIfAborted()
      const failure = refusalOf(error)
      if (!failure) throw error
      const isRate = failure.kind === 'rate_limited'
      refusals ??= { size: rangeSize.blocks, since: performance.now(), isRate }
      const isLate = performance.now() - refusals.since > refusedMsMax
      if (!isSingle && !isLate && !(isRateLimited && isRate)) {
        isRateLimited = false
        rangeSize.refused(range, failure)
      } else if (isRate && isHeavy && !isLate) {
        isRateLimited = true
        rangeSize.reset(refusals.size)
      } else {
        if (isUnreachable(error)) rangeSize.reset(refusals.size)
        else if (isSingle) rangeSize.reset(1)
        wholeInRow += failure.kind === 'too_many_results' ? 0 : 1
        const isReadable = isSingle && !isAboutTheNode(failure) && !isUnreachable(error) && wholeInRow <= wholeBlocksMax
        const block = isReadable && blockAt ? await blockAt(from, signal) : undefined
        if (!block) throw error
        refusals = undefined
        yield { ...range, logs: logsOfBlock(block, query) }
        from += 1
      }
      continue
    }
    rangeSize.accepted(range)
    refusals = undefined
    isRateLimited = false
    wholeInRow = 0
    if (found.to < from) return
    yield await counted(found, query, { blockAt, signal })
    if (found.to < range.to) return
    from = found.to + 1
  }
}

const askAll = async (pool: NodePool, query: LogQuery, range: BlockRange, options: AskOptions): Promise<SaidLogs> => {
  const { calls, read } = logsBatch(query, range)
  const answers = await pool.askEach(calls, read, { ...options, minimumHead: range.to })
  return {
    from: range.from,
    to: Math.max(...answers.map((found) => found.to)),
    logs: joinedLogs(answers.map(({ logs }) => logs)),
    uncounted: new Set(answers.flatMap(({ uncounted }) => [...uncounted])),
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

const inOrder = (logs: NodeLog[]): NodeLog[] =>
  logs.sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)

/** Failures that a smaller range may not have: all but contradictions and those of the store. */
const refusalOf = (error: unknown): NodeFailure | undefined => {
  if (error instanceof NodeRefusal) return error.failure
  if (error instanceof TransportError) return classifyTransportError(error)
  // The time limit of the pool: a smaller range may take less.
  return isServiceError(error, 'upstream_timeout') ? { kind: 'transient' } : undefined
}

const isUnreachable = (error: unknown): boolean => error instanceof TransportError && error.fault === 'network'

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

/** Each answer is in order already, so that nothing is to be done for that of a single node. */
const joinedLogs = (answers: readonly NodeLog[][]): NodeLog[] => {
  const [first, ...others] = answers
  if (first && others.length === 0) return first
  const byPlace = new Map(answers.flat().map((log) => [`${log.blockNumber}.${log.logIndex}`, log]))
  return inOrder([...byPlace.values()])
}

/** What one node says; the logs of `uncounted` blocks have no indexes within them. */
type SaidLogs = FoundLogs & { uncounted: ReadonlySet<number> }
type LogsBatch = { calls: PoolCall[]; read: (results: readonly unknown[], node: AnsweringNode) => SaidLogs }

function logsBatch(filter: LogFilter, range: BlockRange): LogsBatch {
  const calls: PoolCall[] = [
    { method: 'eth_blockNumber', params: [] },
    { method: 'eth_getBlockByNumber', params: [hexNumber(range.to), false] },
    { method: 'eth_getLogs', params: [{ ...filterParameter(filter), ...hexRange(range) }] },
  ]
  const read = (results: readonly unknown[], node: AnsweringNode): SaidLogs => {
    const [headAnswer, lastBlock, rawLogs] = results
    const head = parseCount(headAnswer, 'blockNumber')
    node.noteHead(head)
    if (lastBlock === null && head >= range.to)
      throw new InconsistentAnswer(`no block ${range.to}, although its newest is ${head}`)
    const last = lastBlock === null ? null : parseHeader(lastBlock)
    if (last && last.number !== range.to) throw new InconsistentAnswer(`block ${last.number} for block ${range.to}`)
    const { logs, uncounted } = checkedLogs(rawLogs, filter, range)
    const beyond = logs.find((log) => last && log.blockNumber === last.number && log.blockHash !== last.hash)
    if (beyond) throw new InconsistentAnswer(`a log of another block ${range.to} than its own`)
    return { from: range.from, to: last ? range.to : Math.min(range.to, head), logs, uncounted }
  }
  return { calls, read }
}

const filterParameter = ({ addresses, topics }: LogFilter) => ({
  ...(addresses ? { address: addresses.length === 1 ? addresses[0] : addresses } : {}),
  ...(topics ? { topics } : {}),
})

const hexRange = ({ from, to }: BlockRange) => ({ fromBlock: hexNumber(from), toBlock: hexNumber(to) })

/** Checks that the logs are those requested, and sorts them: some nodes do not, but none may repeat logs. */
function checkedLogs(raw: unknown, filter: LogFilter, range: BlockRange): Pick<SaidLogs, 'logs' | 'uncounted'> {
  // Some nodes write an empty list as null.
  if (raw !== null && !Array.isArray(raw)) throw new InconsistentAnswer('logs that are not a list')
  const said = (raw ?? []).map(parseLog)
  const uncounted = new Set(said.filter(({ logIndex }) => logIndex === null).map(({ blockNumber }) => blockNumber))
  const logs = said
    .map((log) => ({ ...log, logIndex: log.logIndex ?? 0 }))
    .sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
  for (const [index, log] of logs.entries()) {
    const where = `log ${log.logIndex} of block ${log.blockNumber}`
    if (log.blockNumber < range.from || log.blockNumber > range.to)
      throw new InconsistentAnswer(`${where}, which was not requested`)
    if (!matches(log, filter)) throw new InconsistentAnswer(`${where}, which does not match the filter`)
    const previous = logs[index - 1]
    if (previous?.blockNumber !== log.blockNumber) continue
    if (previous.blockHash !== log.blockHash) throw new InconsistentAnswer(`two blocks ${log.blockNumber}`)
    if (previous.logIndex !== log.logIndex || uncounted.has(log.blockNumber)) continue
    if (previous.transactionHash === log.transactionHash) throw new InconsistentAnswer(`${where} twice`)
    // Counted within each transaction.
    uncounted.add(log.blockNumber)
  }
  return { logs, uncounted }
}

function matches(log: NodeLog, { addresses, topics = [] }: LogFilter): boolean {
  if (addresses && !addresses.includes(log.address)) return false
  return topics.every((wanted, index) => {
    const topic = log.topics[index]
    if (wanted === null) return true
    return topic !== undefined && (typeof wanted === 'string' ? wanted === topic : wanted.includes(topic))
  })
}

/** Whether a block with this bloom may contain such a log; false is certain. */
export function mayMatch(bloom: Hex, { addresses, topics = [] }: LogFilter): boolean {
  const holdsAny = (wanted: Hex | readonly Hex[]): boolean =>
    typeof wanted === 'string' ? bloomMayHold(bloom, wanted) : wanted.some((value) => bloomMayHold(bloom, value))
  if (addresses && !holdsAny(addresses)) return false
  return topics.every((wanted) => wanted === null || holdsAny(wanted))
}
