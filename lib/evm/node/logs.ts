import { bloomMayHold } from '#lib/evm/proof/bloom.ts'
import type { Hex } from './block.ts'
import { type BlockRange, classifyTransportError, type NodeFailure } from './classify.ts'
import { hexNumber } from './hex-number.ts'
import { InconsistentAnswer } from './inconsistent-answer.ts'
import { NodeRefusal } from './node-refusal.ts'
import { type NodeLog, parseCount, parseHeader, parseLog } from './parse.ts'
import type { AnsweringNode, AskOptions, NodePool, PoolCall } from './pool.ts'
import { RangeSize } from './range-size.ts'
import { TransportError } from './transport-error.ts'

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
  /**
   * Many nodes return `[]` for blocks that they do not have. `has_block` checks in the same batch that the node has the
   * last block of the range; `bloom` also checks every empty response against the bloom of every block: certain, at one
   * header per block.
   */
  emptiness?: 'has_block' | 'bloom'
}

export type FoundLogs = BlockRange & { logs: NodeLog[] }

/**
 * The logs of from..to, ascending, in ranges that the nodes support. Ends early at the head of a shorter chain: `from`
 * and `to` of each part say what was covered. Throws ServiceErrors of the pool.
 */
export async function* getLogs(pool: NodePool, query: LogQuery, options: LogsOptions = {}): AsyncGenerator<FoundLogs> {
  const { signal, rangeSize = new RangeSize(), emptiness = 'has_block' } = options
  let from = query.from
  while (from <= query.to) {
    signal?.throwIfAborted()
    const range = { from, to: Math.min(query.to, from + rangeSize.blocks - 1) }
    try {
      const found =
        emptiness === 'bloom'
          ? await provenLogs(pool, query, range, signal)
          : (await logsOfRange(pool, query, range, signal)).found
      if (found.to < from) return
      rangeSize.succeeded(range)
      yield found
      from = found.to + 1
      if (found.to < range.to) return
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

/** A heavy query fails every time it is sent: rather than many tries of the same, few and then a smaller one. */
const patience: AskOptions = { attemptsMax: 3 }

type Answered = { found: FoundLogs; node: AnsweringNode }

/** Head, last block and logs in one batch, which one node answers. */
function logsOfRange(
  pool: NodePool,
  filter: LogFilter,
  range: BlockRange,
  signal: AbortSignal | undefined,
): Promise<Answered> {
  const { calls, read } = logsBatch(filter, range)
  return pool.ask(calls, read, { ...patience, signal, minimumHead: range.to })
}

/**
 * The logs of from..to that any node has: asks each node once and joins the results. A log that one of them omits may
 * come from another. Ends early as `getLogs` does.
 */
export async function* getLogsOfEach(
  pool: NodePool,
  query: LogQuery,
  { signal, rangeSize = new RangeSize() }: Pick<LogsOptions, 'signal' | 'rangeSize'> = {},
): AsyncGenerator<FoundLogs> {
  for (let from = query.from; from <= query.to; ) {
    signal?.throwIfAborted()
    const range = { from, to: Math.min(query.to, from + rangeSize.blocks - 1) }
    const { calls, read } = logsBatch(query, range)
    try {
      const answers = await pool.askEach(calls, read, { ...patience, signal, minimumHead: range.to })
      const to = Math.max(...answers.map(({ found }) => found.to))
      if (to < from) return
      rangeSize.succeeded(range)
      yield { from, to, logs: joinedLogs(answers.map(({ found }) => found.logs)) }
      from = to + 1
      if (to < range.to) return
    } catch (error) {
      const failure = failureOf(error)
      if (!failure || !rangeSize.failed(range, failure)) throw error
    }
  }
}

const joinedLogs = (answers: readonly NodeLog[][]): NodeLog[] => {
  const byPlace = new Map(answers.flat().map((log) => [`${log.blockNumber}.${log.logIndex}`, log]))
  return [...byPlace.values()].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
}

type LogsBatch = { calls: PoolCall[]; read: (results: readonly unknown[], node: AnsweringNode) => Answered }

function logsBatch(filter: LogFilter, range: BlockRange): LogsBatch {
  const calls: PoolCall[] = [
    { method: 'eth_blockNumber', params: [] },
    { method: 'eth_getBlockByNumber', params: [hexNumber(range.to), false] },
    { method: 'eth_getLogs', params: [{ ...filterParameter(filter), ...hexRange(range) }] },
  ]
  const read = (results: readonly unknown[], node: AnsweringNode): Answered => {
    const [headAnswer, lastBlock, rawLogs] = results
    const head = parseCount(headAnswer, 'blockNumber')
    node.noteHead(head)
    if (lastBlock === null && head >= range.to) throw new InconsistentAnswer(`no block ${range.to} at head ${head}`)
    const last = lastBlock === null ? null : parseHeader(lastBlock)
    if (last && last.number !== range.to) throw new InconsistentAnswer(`block ${last.number} for block ${range.to}`)
    const logs = checkedLogs(rawLogs, filter, range)
    const beyond = logs.find((log) => last && log.blockNumber === last.number && log.blockHash !== last.hash)
    if (beyond) throw new InconsistentAnswer(`a log of another block ${range.to} than its own`)
    return { found: { from: range.from, to: last ? range.to : Math.min(range.to, head), logs }, node }
  }
  return { calls, read }
}

const filterParameter = ({ addresses, topics }: LogFilter) => ({
  ...(addresses ? { address: addresses.length === 1 ? addresses[0] : addresses } : {}),
  ...(topics ? { topics } : {}),
})

const hexRange = ({ from, to }: BlockRange) => ({ fromBlock: hexNumber(from), toBlock: hexNumber(to) })

/** Every log is what was requested, once, in order. Some nodes do not sort; none may repeat. */
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

/** A node whose empty answer is disproved is distrusted, so the next try reaches another where there is one. */
async function provenLogs(
  pool: NodePool,
  filter: LogFilter,
  range: BlockRange,
  signal: AbortSignal | undefined,
): Promise<FoundLogs> {
  for (let tries = 1; ; tries++) {
    const { found, node } = await logsOfRange(pool, filter, range, signal)
    if (found.logs.length > 0) return found
    const missedAt = await firstMissed(pool, filter, found, signal)
    if (missedAt === null) return found
    const fault = `no logs in blocks ${found.from} to ${found.to}, but there are in block ${missedAt}`
    node.distrust(fault)
    if (tries > pool.size) throw new InconsistentAnswer(fault)
  }
}

const headersInBatch = 48

/** Blooms rule most blocks out; those that remain are asked by hash, which a node cannot answer for a block it lacks. */
async function firstMissed(
  pool: NodePool,
  filter: LogFilter,
  range: BlockRange,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  for (let from = range.from; from <= range.to; from += headersInBatch) {
    const numbers = Array.from({ length: Math.min(headersInBatch, range.to - from + 1) }, (_, index) => from + index)
    const calls = numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [hexNumber(number), false] }))
    const headers = await pool.ask(calls, (answers) => answers.map(parseHeader), { signal, minimumHead: range.to })
    for (const { number, hash, logsBloom } of headers) {
      if (logsBloom !== null && !mayMatch(logsBloom, filter)) continue
      const params = [{ ...filterParameter(filter), blockHash: hash }]
      const logs = await pool.call('eth_getLogs', params, { signal, minimumHead: number })
      if (!Array.isArray(logs) || logs.length > 0) return number
    }
  }
  return null
}

/** Whether a block with this bloom may hold such a log; false is certain. */
export function mayMatch(bloom: Hex, { addresses, topics = [] }: LogFilter): boolean {
  const holdsAny = (wanted: Hex | readonly Hex[]): boolean =>
    typeof wanted === 'string' ? bloomMayHold(bloom, wanted) : wanted.some((value) => bloomMayHold(bloom, value))
  if (addresses && !holdsAny(addresses)) return false
  return topics.every((wanted) => wanted === null || holdsAny(wanted))
}
