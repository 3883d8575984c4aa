import { isServiceError } from '#lib/base/errors.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { type NodeLog, parseCount, parseHeader, parseLog } from '#lib/evm/chain/rpc/parse.ts'
import {
  classifyTransportError,
  type RefusedRange,
  type RpcFailure,
  type RpcTransport,
} from '#lib/evm/chain/rpc/transport/classify.ts'
import { NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import {
  type AnsweringNode,
  type AskOptions,
  type NodePool,
  type PoolCall,
  rpcQuestion,
} from '#lib/evm/chain/rpc/transport/pool.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import type { NodeQuestion } from '#lib/nodes/question.ts'
import { rangeSizesOf } from './range-size.ts'

/** As in eth_getLogs: any of the addresses; for each topic position one, any of several, or null for all. */
export type LogFilter = {
  addresses?: readonly Hex[]
  topics?: readonly (Hex | readonly Hex[] | null)[]
}

/** What one node says; the logs of `uncounted` blocks have no indexes within them. */
export type SaidLogs = RefusedRange & { logs: NodeLog[]; uncounted: ReadonlySet<number> }

/**
 * Asks a node for the logs of a range. Many nodes return `[]` for blocks that they do not have, so the same batch asks for
 * the last block of the range: `to` of the answer is lower at the head of a shorter chain.
 */
function logsQuestion(filter: LogFilter, range: RefusedRange): NodeQuestion<RpcTransport, SaidLogs> {
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
  return rpcQuestion(calls, read)
}

const filterParameter = ({ addresses, topics }: LogFilter) => ({
  ...(addresses ? { address: addresses.length === 1 ? addresses[0] : addresses } : {}),
  ...(topics ? { topics } : {}),
})

const hexRange = ({ from, to }: RefusedRange) => ({ fromBlock: hexNumber(from), toBlock: hexNumber(to) })

/** Checks that the logs are those requested, and sorts them: some nodes do not, but none may repeat logs. */
function checkedLogs(raw: unknown, filter: LogFilter, range: RefusedRange): Pick<SaidLogs, 'logs' | 'uncounted'> {
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

export function matches(log: NodeLog, { addresses, topics = [] }: LogFilter): boolean {
  if (addresses && !addresses.includes(log.address)) return false
  return topics.every((wanted, index) => {
    const topic = log.topics[index]
    if (wanted === null) return true
    return topic !== undefined && (typeof wanted === 'string' ? wanted === topic : wanted.includes(topic))
  })
}

/** How long ever smaller ranges are tried before a refusal counts as a failure; a later query goes on from there. */
const refusedMsMax = 30_000

/**
 * A node that needs more queries for what another has answered would be late long before the last: it answers one, which shows
 * whether it takes more by now.
 */
const queriesMax = 64

/** The refusals of a node since it last took a query: the size before, the time of the first, and whether one block was too many. */
type Refusals = { size: number; since: number; isRateLimited: boolean }

/** The search of a range by one node. */
type NodeSearch = {
  /** The next block to ask for. */
  next: number
  said: SaidLogs[]
  /** Whether it has been asked for the whole range, or its chain ends before. */
  end: 'open' | 'done' | 'head'
}

type FoundByNodes = {
  /** From the first block of the range, possibly less than the range; undefined if no block of it is covered. */
  found: SaidLogs | undefined
  /** No node has a later block. */
  isAtHead: boolean
  /** A node refused the first block of the range alone. */
  isBlockRefused: boolean
  /** A node refused more than one block, and is asked for fewer next time. */
  isSmallerNext: boolean
  /** Why no node answered in full, if so. */
  error: unknown
}

/** Asks every node of a pool for the same logs, each in ranges of its own size, which it learns from their refusals. */
export const createNodeSearches = (pool: NodePool, filter: LogFilter, signal: AbortSignal | undefined) => {
  const sizes = rangeSizesOf(pool)
  const refusalsOf = new Map<RpcTransport, Refusals>()

  const run = async (range: RefusedRange, options: AskOptions): Promise<FoundByNodes> => {
    const searches = new Map<RpcTransport, NodeSearch>()
    let isBlockRefused = false
    let isSmallerNext = false
    /** The node that takes most needs one query. Where it now takes less, the rest of the range is for the next call. */
    const last = () => Math.min(range.to, range.from + Math.max(...[...searches.keys()].map(blocksOf)) - 1)
    const blocksOf = (transport: RpcTransport) => sizes.of(transport).blocks

    const ask: NodeQuestion<RpcTransport, void>['ask'] = async (transport, node, time) => {
      const search: NodeSearch = searches.get(transport) ?? { next: range.from, said: [], end: 'open' }
      searches.set(transport, search)
      const size = sizes.of(transport)
      const start = search.next
      while (search.end === 'open') {
        const piece = { from: search.next, to: Math.min(last(), search.next + size.blocks - 1) }
        const furthest = Math.max(...[...searches.values()].map(({ next }) => next))
        if (search.said.length > 0 && furthest - range.from > size.blocks * queriesMax) return
        if (piece.to < piece.from) search.end = 'done'
        else
          try {
            const said = await logsQuestion(filter, piece).ask(transport, node, time)
            size.accepted(piece)
            refusalsOf.delete(transport)
            search.said.push(said)
            search.next = Math.max(search.next, said.to + 1)
            if (said.to < piece.to) search.end = 'head'
          } catch (error) {
            // The time is up for all queries together: only the first shows that it takes too long.
            const isTimeUp = time?.aborted === true
            if (signal?.aborted || (isTimeUp && piece.from > start)) throw error
            if (!mayTryFewer(transport, piece, error) || isTimeUp) throw error
          }
      }
    }

    /** Learns from a refusal; false for another failure, and where fewer blocks are not tried at once. */
    const mayTryFewer = (transport: RpcTransport, piece: RefusedRange, error: unknown): boolean => {
      const refusal = refusalOf(error)
      if (!refusal) return false
      const size = sizes.of(transport)
      const known = refusalsOf.get(transport)
      const refusals = known ?? { size: size.blocks, since: performance.now(), isRateLimited: false }
      const isRate = refusal.kind === 'rate_limited'
      const isSingle = piece.from === piece.to
      const isLate = performance.now() - refusals.since > refusedMsMax
      const isSmaller = !isSingle && !isLate && !(isRate && refusals.isRateLimited)
      refusalsOf.set(transport, { ...refusals, isRateLimited: isRate && !isSmaller })
      if (isSmaller) {
        isSmallerNext = true
        size.refused(piece, refusal)
        return !isUnreachable(error)
      }
      if (isUnreachable(error) || (isRate && !isLate)) size.reset(refusals.size)
      else if (isSingle) size.reset(1)
      isBlockRefused ||= isSingle && piece.from === range.from
      return false
    }

    const question = { ...logsQuestion(filter, range), ask }
    const error = await pool.sendEach(question, { ...options, signal, minimumHead: range.to }).then(
      () => undefined,
      (failure: unknown) => failure,
    )
    return { ...joined([...searches.values()], range.from), isBlockRefused, isSmallerNext, error }
  }

  return { run }
}

/** Up to the block that all have reached that were not cut short; where all were, up to the last that any has reached. */
const joined = (asked: readonly NodeSearch[], from: number): Pick<FoundByNodes, 'found' | 'isAtHead'> => {
  const done = asked.filter(({ end }) => end === 'done').map(({ next }) => next)
  const next = done.length > 0 ? Math.min(...done) : Math.max(from, ...asked.map((search) => search.next))
  const furthest = asked.filter((search) => search.next >= next)
  const isAtHead = done.length === 0 && furthest.some(({ end }) => end === 'head')
  if (next <= from) return { found: undefined, isAtHead }
  const said = asked.flatMap((search) => search.said)
  const to = next - 1
  return {
    found: {
      from,
      to,
      logs: joinedLogs(said.map(({ logs }) => logs)).filter(({ blockNumber }) => blockNumber <= to),
      uncounted: new Set(said.flatMap(({ uncounted }) => [...uncounted]).filter((block) => block <= to)),
    },
    isAtHead,
  }
}

/** Each answer is in order already, so that nothing is to be done for that of a single node. */
const joinedLogs = (answers: readonly NodeLog[][]): NodeLog[] => {
  const [first, ...others] = answers
  if (first && others.length === 0) return first
  const byPlace = new Map(answers.flat().map((log) => [`${log.blockNumber}.${log.logIndex}`, log]))
  return inOrder([...byPlace.values()])
}

export const inOrder = (logs: NodeLog[]): NodeLog[] =>
  logs.sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)

/** Failures that a smaller range may not have: all but contradictions and those of the store. */
export const refusalOf = (error: unknown): RpcFailure | undefined => {
  if (error instanceof NodeRefusal) return error.failure
  if (error instanceof TransportError) return classifyTransportError(error)
  // The time limit of the pool: a smaller range may take less.
  return isServiceError(error, 'upstream_timeout') ? { kind: 'transient' } : undefined
}

export const isUnreachable = (error: unknown): boolean => error instanceof TransportError && error.fault === 'network'
