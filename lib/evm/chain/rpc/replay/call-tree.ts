import type { Hex } from '#lib/base/hex.ts'
import type { Fields } from '#lib/base/is-fields.ts'
import { type EvmInternalCall, kindsWithoutValue } from '#lib/evm/chain/block.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseAddress, parseBytes, parseLogTopics } from '#lib/evm/chain/rpc/parse.ts'
import { allFrames, allTraces, objectOf, textOf } from '#lib/evm/chain/rpc/traces/trace-frames.ts'
import {
  callOfFrame,
  callOfTrace,
  callTracer,
  firstTraceOf,
  replayPatience,
  tracingFailure,
  unknownTransaction,
} from '#lib/evm/chain/rpc/traces/traces.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'

/** A log of a frame: `position` is the number of calls that the frame had made before it. */
type FrameLog = { address: Hex; topics: readonly Hex[]; data: Hex; position: number }

export type CallFrame = EvmInternalCall & { logs: readonly FrameLog[] }

/** Every call of a transaction in execution order, its own call first, each with its depth. */
export type CallTree = {
  /** `trace_transaction` reports no logs. */
  method: 'debug_traceTransaction' | 'trace_transaction'
  frames: readonly CallFrame[]
}

const withLogs = { ...callTracer, tracerConfig: { withLog: true } }

/**
 * Runs a transaction again on a node. Uses debug_traceTransaction with callTracer, otherwise trace_transaction. Throws
 * `not_available` if no node can trace it, `not_found` for an unknown transaction.
 */
export const readCallTree = async (pool: NodePool, transactionHash: Hex, signal?: AbortSignal): Promise<CallTree> => {
  const options = { ...replayPatience, signal }
  const traced = (): Promise<CallTree> =>
    pool.ask(
      [{ method: 'debug_traceTransaction', params: [transactionHash, withLogs] }],
      ([answer]) => {
        const top = objectOf(answer ?? {})
        // anvil answers for an unknown transaction with an empty struct log instead of an error.
        if (textOf(top.type) === null) throw unknownTransaction(transactionHash)
        return { method: 'debug_traceTransaction', frames: framesOf(top) }
      },
      options,
    )
  const tracedByParity = (): Promise<CallTree> =>
    pool.ask(
      [{ method: 'trace_transaction', params: [transactionHash] }],
      ([answer]) => {
        if (answer === null || (Array.isArray(answer) && answer.length === 0)) throw unknownTransaction(transactionHash)
        return { method: 'trace_transaction', frames: tracesOf(answer) }
      },
      options,
    )
  try {
    return await firstTraceOf(traced, tracedByParity)
  } catch (error) {
    throw tracingFailure(error)
  }
}

/** The frames of callTracer's answer. */
export const framesOf = (top: Fields): CallFrame[] =>
  allFrames(top).map((frame) => ({ ...callOfFrame(frame), logs: logsOf(frame.fields.logs) }))

/** The frames of a Parity trace; block rewards are not calls. */
const tracesOf = (answer: unknown): CallFrame[] => {
  if (!Array.isArray(answer)) throw new InconsistentAnswer('traces that are not a list')
  const traces = allTraces(answer.map(objectOf).filter(({ type }) => type !== 'reward'))
  if (traces[0]?.depth !== 0) throw new InconsistentAnswer('a trace without the call of the transaction')
  return traces.map((trace) => ({ ...callOfTrace(trace), logs: [] }))
}

export const logsOf = (raw: unknown): FrameLog[] => {
  if (raw === undefined || raw === null) return []
  if (!Array.isArray(raw)) throw new InconsistentAnswer('logs that are not a list')
  return raw.map((one) => {
    const { address, topics, data, position } = objectOf(one)
    return {
      address: parseAddress(address, 'address'),
      topics: parseLogTopics(topics),
      data: data === undefined ? '0x' : parseBytes(data, 'data'),
      // Older versions of Geth give no position: the log is then shown after the frame's calls.
      position: position === undefined ? Number.MAX_SAFE_INTEGER : Number(position),
    }
  })
}

/** Native coin that one call moved. */
export type CoinMove = { from: Hex; to: Hex; value: bigint }

/** The native coin that the calls of a transaction moved, as far as it lasted. */
export const coinMoves = (frames: readonly CallFrame[]): CoinMove[] =>
  frames.flatMap(({ type, from, to, value, isUndone }) =>
    isUndone || to === null || value === 0n || kindsWithoutValue.has(type) ? [] : [{ from, to, value }],
  )

/** The address that eth_simulateV1 gives to transfers of the native coin, which it reports as those of a token. */
const coinAddress: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const wordLength = 66

/** Separates the logs of contracts from those with which eth_simulateV1 reports native transfers. */
export const withoutCoinLogs = (logs: CallFrame['logs']): { logs: CallFrame['logs']; coinMoves: CoinMove[] } => ({
  logs: logs.filter(({ address }) => address !== coinAddress),
  coinMoves: logs.flatMap(({ address, topics: [, from, to], data }) => {
    if (address !== coinAddress || !from || !to || data.length !== wordLength) return []
    return [{ from: lastAddress(from), to: lastAddress(to), value: BigInt(data) }]
  }),
})

const lastAddress = (word: Hex): Hex => `0x${word.slice(-40)}`
