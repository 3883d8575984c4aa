import { isServiceError, ServiceError } from '#lib/api/errors.ts'
import { type Fields, isFields } from '#lib/api/is-fields.ts'
import type { EvmInternalCall, Hex } from './block.ts'
import { InconsistentAnswer } from './inconsistent-answer.ts'
import { isRefusal } from './node-refusal.ts'
import { parseAddress, parseBytes, parseQuantity } from './parse.ts'
import type { AskOptions, NodePool } from './pool.ts'

/** Traces run the transaction again: slow, and as slow the next time. */
const patience: AskOptions = { attemptsMax: 3 }

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
  const options = { ...patience, signal }
  try {
    const tracer = { tracer: 'callTracer', timeout: '20s' }
    return await pool.ask(
      [{ method: 'debug_traceTransaction', params: [transactionHash, tracer] }],
      ([frame]) => fromCallTracer(frame, transactionHash),
      options,
    )
  } catch (error) {
    if (!isRefusal(error, 'unsupported') && !isRefusal(error, 'missing_data') && !isRefusal(error, 'denied'))
      throw error
  }
  try {
    return await pool.ask(
      [{ method: 'trace_transaction', params: [transactionHash] }],
      ([traces]) => fromParity(traces, transactionHash),
      options,
    )
  } catch (error) {
    if (isServiceError(error, 'not_found') || !isServiceError(error, 'not_available')) throw error
    const isMissing = isRefusal(error, 'missing_data')
    const reason = isMissing ? 'no longer has the state to trace this transaction' : 'does not serve traces'
    const remedy = 'debug_traceTransaction or trace_transaction on an archive node'
    throw new ServiceError('not_available', `The node of this chain ${reason}; this requires ${remedy}.`, {
      cause: error,
    })
  }
}

/** Frames nest in `calls`. A failed frame keeps its calls, none of which had an effect. */
function fromCallTracer(raw: unknown, transactionHash: Hex): EvmInternalCall[] {
  const top = objectOf(raw)
  // anvil answers for an unknown transaction with an empty struct log instead of an error.
  if (raw === null || typeof top.type !== 'string') throw unknownTransaction(transactionHash)
  const calls: EvmInternalCall[] = []
  // Not by recursion: a trace may be 1,024 deep.
  const rest: { frame: Fields; depth: number; isUndone: boolean }[] = []
  const push = (frame: Fields, depth: number, isUndone: boolean) => {
    const inner = frame.calls ?? []
    if (!Array.isArray(inner)) throw cutOff()
    for (const call of inner.toReversed()) rest.push({ frame: objectOf(call), depth: depth + 1, isUndone })
  }
  push(top, 0, textOf(top.error) !== null)
  for (let next = rest.pop(); next; next = rest.pop()) {
    const call = callOfFrame(next.frame, next.depth, next.isUndone)
    calls.push(call)
    push(next.frame, next.depth, call.isUndone)
  }
  return calls
}

function callOfFrame(frame: Fields, depth: number, isParentUndone: boolean): EvmInternalCall {
  const error = textOf(frame.error)
  const type = textOf(frame.type)
  if (type === null) throw cutOff()
  return {
    type: type.toUpperCase(),
    from: parseAddress(frame.from, 'from'),
    to: addressOrNull(frame.to, 'to'),
    value: quantityOrZero(frame.value, 'value'),
    gas: quantityOrZero(frame.gas, 'gas'),
    gasUsed: quantityOrZero(frame.gasUsed, 'gasUsed'),
    input: bytesOrNone(frame.input, 'input'),
    output: bytesOrNone(frame.output, 'output'),
    depth,
    error,
    isUndone: isParentUndone || error !== null,
  }
}

/** Flat, each with its place in the tree; what pays the miner is no call. */
function fromParity(raw: unknown, transactionHash: Hex): EvmInternalCall[] {
  if (raw === null || (Array.isArray(raw) && raw.length === 0)) throw unknownTransaction(transactionHash)
  if (!Array.isArray(raw)) throw new InconsistentAnswer('traces that are not a list')
  const placed = raw
    .map(objectOf)
    .filter((trace) => trace.type !== 'reward')
    .map((trace) => ({ trace, place: placeOf(trace.traceAddress) }))
    .sort((a, b) => comparePlaces(a.place, b.place))
  const isUndoneAt = new Map<string, boolean>()
  return placed.flatMap(({ trace, place }) => {
    const isParentUndone = place.length > 0 && isUndoneAt.get(place.slice(0, -1).join())
    if (isParentUndone === undefined) throw cutOff()
    const call = callOfTrace(trace, place.length, isParentUndone)
    isUndoneAt.set(place.join(), call.isUndone)
    return place.length === 0 ? [] : [call]
  })
}

function callOfTrace(trace: Fields, depth: number, isParentUndone: boolean): EvmInternalCall {
  const action = objectOf(trace.action)
  const result = trace.result === null || trace.result === undefined ? {} : objectOf(trace.result)
  const error = textOf(trace.error)
  const common = { depth, error, isUndone: isParentUndone || error !== null }
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
  const type = textOf(trace.type)
  if (type === null) throw cutOff()
  const how = textOf(isCreation ? (action.creationMethod ?? action.creationType) : action.callType)
  return {
    type: (how ?? type).toUpperCase(),
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

function placeOf(raw: unknown): number[] {
  if (!Array.isArray(raw) || !raw.every((step) => Number.isSafeInteger(step))) {
    throw new InconsistentAnswer('a trace without a place')
  }
  return raw
}

/** Parents before children, siblings in order. */
function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (const [index, step] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    if (step !== other) return step - other
  }
  return a.length - b.length
}

function objectOf(raw: unknown): Fields {
  if (!isFields(raw)) throw new InconsistentAnswer('a trace that is not an object')
  return raw
}

const textOf = (raw: unknown): string | null => (typeof raw === 'string' && raw !== '' ? raw : null)
const isNone = (raw: unknown): boolean => raw === undefined || raw === null || raw === ''
const addressOrNull = (raw: unknown, what: string): Hex | null => (isNone(raw) ? null : parseAddress(raw, what))
const quantityOrZero = (raw: unknown, what: string): bigint => (isNone(raw) ? 0n : parseQuantity(raw, what))
const bytesOrNone = (raw: unknown, what: string): Hex => (isNone(raw) ? '0x' : parseBytes(raw, what))

/** Part of the calls would be shown as all of them. */
const cutOff = (): InconsistentAnswer => new InconsistentAnswer('a trace that is cut off')

const unknownTransaction = (hash: Hex): ServiceError =>
  new ServiceError('not_found', `The node has no trace of ${hash}.`)
