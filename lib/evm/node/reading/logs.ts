import type { Hex } from '#lib/evm/node/block.ts'
import { hexNumber } from '#lib/evm/node/hex-number.ts'
import { InconsistentAnswer } from '#lib/evm/node/inconsistent-answer.ts'
import { type NodeLog, parseCount, parseHeader, parseLog } from '#lib/evm/node/parse.ts'
import { type BlockRange, classifyTransportError, type NodeFailure } from '#lib/evm/node/transport/classify.ts'
import { NodeRefusal } from '#lib/evm/node/transport/node-refusal.ts'
import type { AnsweringNode, AskOptions, NodePool, PoolCall } from '#lib/evm/node/transport/pool.ts'
import { TransportError } from '#lib/evm/node/transport/transport-error.ts'
import { bloomMayHold } from '#lib/evm/proof/bloom.ts'
import { RangeSize } from './range-size.ts'

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
}

export type FoundLogs = BlockRange & { logs: NodeLog[] }

/**
 * The logs of from..to that any node has, ascending, in ranges that the nodes support: every node that is not resting is
 * asked, because a log that one of them omits may come from another. Many nodes return `[]` for blocks that they do not
 * have, so the same batch asks for the last block of the range. Ends early at the head of a shorter chain: `from` and `to`
 * of each part say what was covered. Throws ServiceErrors of the pool.
 */
export async function* getLogs(
  pool: NodePool,
  query: LogQuery,
  { signal, rangeSize = new RangeSize() }: LogsOptions = {},
): AsyncGenerator<FoundLogs> {
  for (let from = query.from; from <= query.to; ) {
    signal?.throwIfAborted()
    const range = { from, to: Math.min(query.to, from + rangeSize.blocks - 1) }
    const { calls, read } = logsBatch(query, range)
    try {
      const answers = await pool.askEach(calls, read, { ...patience, signal, minimumHead: range.to })
      const to = Math.max(...answers.map((found) => found.to))
      if (to < from) return
      rangeSize.succeeded(range)
      yield { from, to, logs: joinedLogs(answers.map(({ logs }) => logs)) }
      from = to + 1
      if (to < range.to) return
    } catch (error) {
      const failure = failureOf(error)
      if (!failure || !rangeSize.failed(range, failure)) throw error
    }
  }
}

/** Failures that a smaller range may fix. */
function failureOf(error: unknown): NodeFailure | null {
  if (error instanceof NodeRefusal) {
    const { kind } = error.failure
    return kind === 'range_too_large' || kind === 'too_many_results' || kind === 'transient' ? error.failure : null
  }
  if (!(error instanceof TransportError)) return null
  const failure = classifyTransportError(error)
  if (failure.kind === 'too_many_results') return failure
  return error.fault === 'timeout' ? { kind: 'transient' } : null
}

/** A heavy query fails every time it is sent, so it is retried few times and then made smaller. */
const patience: AskOptions = { attemptsMax: 3 }

/** Each answer is in order already, so that nothing is to be done for that of a single node. */
const joinedLogs = (answers: readonly NodeLog[][]): NodeLog[] => {
  const [first, ...others] = answers
  if (first && others.length === 0) return first
  const byPlace = new Map(answers.flat().map((log) => [`${log.blockNumber}.${log.logIndex}`, log]))
  return [...byPlace.values()].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
}

type LogsBatch = { calls: PoolCall[]; read: (results: readonly unknown[], node: AnsweringNode) => FoundLogs }

function logsBatch(filter: LogFilter, range: BlockRange): LogsBatch {
  const calls: PoolCall[] = [
    { method: 'eth_blockNumber', params: [] },
    { method: 'eth_getBlockByNumber', params: [hexNumber(range.to), false] },
    { method: 'eth_getLogs', params: [{ ...filterParameter(filter), ...hexRange(range) }] },
  ]
  const read = (results: readonly unknown[], node: AnsweringNode): FoundLogs => {
    const [headAnswer, lastBlock, rawLogs] = results
    const head = parseCount(headAnswer, 'blockNumber')
    node.noteHead(head)
    if (lastBlock === null && head >= range.to) throw new InconsistentAnswer(`no block ${range.to} at head ${head}`)
    const last = lastBlock === null ? null : parseHeader(lastBlock)
    if (last && last.number !== range.to) throw new InconsistentAnswer(`block ${last.number} for block ${range.to}`)
    const logs = checkedLogs(rawLogs, filter, range)
    const beyond = logs.find((log) => last && log.blockNumber === last.number && log.blockHash !== last.hash)
    if (beyond) throw new InconsistentAnswer(`a log of another block ${range.to} than its own`)
    return { from: range.from, to: last ? range.to : Math.min(range.to, head), logs }
  }
  return { calls, read }
}

const filterParameter = ({ addresses, topics }: LogFilter) => ({
  ...(addresses ? { address: addresses.length === 1 ? addresses[0] : addresses } : {}),
  ...(topics ? { topics } : {}),
})

const hexRange = ({ from, to }: BlockRange) => ({ fromBlock: hexNumber(from), toBlock: hexNumber(to) })

/** Checks that the logs are those requested, and sorts them: some nodes do not, but none may repeat logs. */
function checkedLogs(raw: unknown, filter: LogFilter, range: BlockRange): NodeLog[] {
  if (!Array.isArray(raw)) throw new InconsistentAnswer('logs that are not a list')
  const logs = raw.map(parseLog).sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
  for (const [index, log] of logs.entries()) {
    const where = `log ${log.logIndex} of block ${log.blockNumber}`
    if (log.blockNumber < range.from || log.blockNumber > range.to)
      throw new InconsistentAnswer(`${where}, which was not requested`)
    if (!matches(log, filter)) throw new InconsistentAnswer(`${where}, which does not match the filter`)
    const previous = logs[index - 1]
    if (previous?.blockNumber !== log.blockNumber) continue
    if (previous.logIndex === log.logIndex) throw new InconsistentAnswer(`${where} twice`)
    if (previous.blockHash !== log.blockHash) throw new InconsistentAnswer(`two blocks ${log.blockNumber}`)
  }
  return logs
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
