import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmInternalCall } from '#lib/evm/chain/block.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseAddress } from '#lib/evm/chain/rpc/parse.ts'
import { isRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { AskOptions, NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import {
  addressOrNull,
  bytesOrNone,
  framesBelow,
  objectOf,
  quantityOrZero,
  type TraceFrame,
  textOf,
  tracesBelow,
} from './trace-frames.ts'

/** Traces run the transaction again: a slow one stays slow, and longer than other questions. */
export const tracePatience: AskOptions = { attemptsMax: 3, patience: 1.5 }

/** For runs that go on after the visitor who asked has left: see `Replays`. */
export const replayPatience: AskOptions = { ...tracePatience, patience: 4 }

export const callTracer = { tracer: 'callTracer', timeout: '20s' }

/** Reads a frame in either format. */
export type FrameReader<Call> = {
  ofFrame(frame: TraceFrame): Call
  ofTrace(trace: TraceFrame): Call
}

/** Whether another method of the same node may have what this one does not. */
export const isMethodRefused = (error: unknown): boolean =>
  isRefusal(error, 'unsupported') || isRefusal(error, 'missing_data') || isRefusal(error, 'denied')

/** What the first method of a node answers, otherwise the second. */
export const firstTraceOf = async <Answer>(
  first: () => Promise<Answer>,
  second: () => Promise<Answer>,
): Promise<Answer> => {
  let refusal: unknown
  try {
    return await first()
  } catch (error) {
    if (!isMethodRefused(error)) throw error
    refusal = error
  }
  try {
    return await second()
  } catch (error) {
    // The state is missing, and the node lacks the other method: the first error is more informative.
    throw isRefusal(error, 'unsupported') ? refusal : error
  }
}

/**
 * Every call below the transaction's own, in execution order: all types, including zero values and reverted calls. Uses
 * debug_traceTransaction (Geth, Reth, Erigon, Nethermind, anvil), otherwise trace_transaction. Throws `not_available`
 * if no node can trace or still has the state, `not_found` for an unknown transaction.
 */
export async function internalCalls(
  pool: NodePool,
  transactionHash: Hex,
  signal?: AbortSignal,
): Promise<EvmInternalCall[]> {
  try {
    return await traceTransaction(pool, transactionHash, { ofFrame: callOfFrame, ofTrace: callOfTrace }, signal)
  } catch (error) {
    throw tracingFailure(error)
  }
}

/** The reason for users that a transaction cannot be traced; other errors unchanged. */
export const tracingFailure = (error: unknown): unknown => {
  if (!isServiceError(error, 'not_available')) return error
  const isMissing = isRefusal(error, 'missing_data')
  const reason = isMissing ? 'no longer has the state to trace this transaction' : 'does not serve traces'
  const remedy = 'debug_traceTransaction or trace_transaction on an archive node'
  return new ServiceError('not_available', `The node of this chain ${reason}; this requires ${remedy}.`, {
    cause: error,
  })
}

/** The calls below a transaction's own, as `read` returns them. */
export async function traceTransaction<Call>(
  pool: NodePool,
  transactionHash: Hex,
  read: FrameReader<Call>,
  signal?: AbortSignal,
): Promise<Call[]> {
  const options = { ...tracePatience, signal }
  return await firstTraceOf(
    () =>
      pool.ask(
        [{ method: 'debug_traceTransaction', params: [transactionHash, callTracer] }],
        ([frame]) => fromCallTracer(frame, transactionHash).map(read.ofFrame),
        options,
      ),
    () =>
      pool.ask(
        [{ method: 'trace_transaction', params: [transactionHash] }],
        ([traces]) => fromParity(traces, transactionHash).map(read.ofTrace),
        options,
      ),
  )
}

function fromCallTracer(raw: unknown, transactionHash: Hex): TraceFrame[] {
  const top = objectOf(raw)
  // anvil returns an empty struct log instead of an error for an unknown transaction.
  if (raw === null || typeof top.type !== 'string') throw unknownTransaction(transactionHash)
  return framesBelow(top)
}

/** Block rewards are not calls. */
function fromParity(raw: unknown, transactionHash: Hex): TraceFrame[] {
  if (raw === null || (Array.isArray(raw) && raw.length === 0)) throw unknownTransaction(transactionHash)
  if (!Array.isArray(raw)) throw new InconsistentAnswer('traces that are not a list')
  return tracesBelow(raw.map(objectOf).filter(({ type }) => type !== 'reward'))
}

export const callOfFrame = ({ fields, depth, error, isUndone }: TraceFrame): EvmInternalCall => ({
  type: String(fields.type).toUpperCase(),
  from: parseAddress(fields.from, 'from'),
  to: addressOrNull(fields.to, 'to'),
  value: quantityOrZero(fields.value, 'value'),
  gas: quantityOrZero(fields.gas, 'gas'),
  gasUsed: quantityOrZero(fields.gasUsed, 'gasUsed'),
  input: bytesOrNone(fields.input, 'input'),
  output: bytesOrNone(fields.output, 'output'),
  depth,
  error,
  isUndone,
})

export function callOfTrace({ fields: trace, depth, error, isUndone }: TraceFrame): EvmInternalCall {
  const action = objectOf(trace.action)
  const result = trace.result === null || trace.result === undefined ? {} : objectOf(trace.result)
  const common = { depth, error, isUndone }
  if (trace.type === 'suicide' || trace.type === 'selfdestruct') {
    return {
      type: 'SELFDESTRUCT',
      from: parseAddress(action.address, 'address'),
      to: addressOrNull(action.refundAddress, 'refundAddress'),
      value: quantityOrZero(action.balance, 'balance'),
      gas: 0n,
      gasUsed: 0n,
      input: '0x',
      output: '0x',
      ...common,
    }
  }
  const isCreation = trace.type === 'create'
  const how = textOf(isCreation ? (action.creationMethod ?? action.creationType) : action.callType)
  return {
    type: (how ?? String(trace.type)).toUpperCase(),
    from: parseAddress(action.from, 'from'),
    to: isCreation ? addressOrNull(result.address, 'address') : addressOrNull(action.to, 'to'),
    value: quantityOrZero(action.value, 'value'),
    gas: quantityOrZero(action.gas, 'gas'),
    gasUsed: quantityOrZero(result.gasUsed, 'gasUsed'),
    input: bytesOrNone(isCreation ? action.init : action.input, 'input'),
    output: bytesOrNone(isCreation ? result.code : result.output, 'output'),
    ...common,
  }
}

export const unknownTransaction = (hash: Hex): ServiceError =>
  new ServiceError('not_found', `The node has no trace of ${hash}.`)
