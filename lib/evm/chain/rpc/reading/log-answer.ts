import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { type NodeLog, parseCount, parseHeader, parseLog } from '#lib/evm/chain/rpc/parse.ts'
import type { RefusedRange } from '#lib/evm/chain/rpc/transport/classify.ts'
import { type AnsweringNode, type PoolCall, rpcQuestion } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/transport.ts'
import type { NodeQuestion } from '#lib/nodes/question.ts'

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
export function logsQuestion(filter: LogFilter, range: RefusedRange): NodeQuestion<RpcTransport, SaidLogs> {
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
