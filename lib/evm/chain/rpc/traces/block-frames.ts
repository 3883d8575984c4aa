import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { isInternalTransaction, kindsWithoutValue } from '#lib/evm/chain/block.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseAddress, parseQuantity } from '#lib/evm/chain/rpc/parse.ts'
import { isRefusal, NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import {
  addressOrNull,
  cutOff,
  framesBelow,
  objectOf,
  quantityOrZero,
  type TraceFrame,
  textOf,
  tracePath,
  tracesBelow,
} from './trace-frames.ts'
import { callTracer, type FrameReader, firstTraceOf, tracePatience, traceTransaction } from './traces.ts'

/** A call below a transaction's own that has a value, a creation, or a self-destruct. */
type FrameParts = {
  /** `CALL`, `CREATE`, `CREATE2` or `SELFDESTRUCT`; other chains may have more. */
  kind: string
  from: Hex
  /** Null for a creation that failed. */
  to: Hex | null
  value: bigint
  gas: bigint
  gasUsed: bigint
  /** The places of the calls that lead to it: `0_2`. */
  tracePath: string
  /** The node's text if it failed itself. */
  error: string | null
  /** It or a call above it failed. */
  isUndone: boolean
}

/** Such a call of a block. `frameIndex` counts from 0, in execution order, among those of its transaction. */
export type InternalFrame = FrameParts & { transactionIndex: number; frameIndex: number }

/** Native coin that a call, a creation or a self-destruct moved below a transaction's own call. */
export type InternalTransfer = Pick<InternalFrame, 'transactionIndex' | 'kind' | 'from' | 'value'> & {
  /** From 0, in execution order, among the transfers of its transaction. */
  transferIndex: number
  to: Hex
}

/** The frames that moved a value. */
export const transfersOf = (frames: readonly InternalFrame[]): InternalTransfer[] => {
  const counts = new Map<number, number>()
  return frames.flatMap(({ transactionIndex, kind, from, to, value, isUndone }) => {
    if (isUndone || value === 0n || to === null) return []
    const transferIndex = counts.get(transactionIndex) ?? 0
    counts.set(transactionIndex, transferIndex + 1)
    return { transactionIndex, transferIndex, kind, from, to, value }
  })
}

/** A stored block: a response about other transactions is refused. */
export type BlockToTrace = { number: number; transactionHashes: readonly Hex[] }

/**
 * The calls of a block that have a value, creations and self-destructs, in execution order. Uses debug_traceBlockByNumber, otherwise
 * trace_block; a block whose answer is too large, or takes the node too long, is traced by transaction. Throws NodeRefusal
 * `unsupported`, `denied` or `missing_data` if no node can trace the block.
 */
export async function blockFrames(pool: NodePool, block: BlockToTrace, signal?: AbortSignal): Promise<InternalFrame[]> {
  try {
    return await traceWholeBlock(pool, block, signal)
  } catch (error) {
    if (signal?.aborted || !mayDoInParts(error)) throw error
  }
  const frames: InternalFrame[] = []
  for (const [index, hash] of block.transactionHashes.entries()) {
    const read = await traceTransaction(pool, hash, frameReader, signal).catch((error: unknown) => {
      if (!isServiceError(error, 'not_found')) throw error
      throw new ServiceError('upstream_failed', 'The node does not know an indexed transaction.', { cause: error })
    })
    frames.push(...placed(index, read.flat()))
  }
  return frames
}

async function traceWholeBlock(
  pool: NodePool,
  block: BlockToTrace,
  signal: AbortSignal | undefined,
): Promise<InternalFrame[]> {
  const options = { ...tracePatience, minimumHead: block.number, signal }
  const number = hexNumber(block.number)
  return await firstTraceOf(
    () =>
      pool.ask(
        [{ method: 'debug_traceBlockByNumber', params: [number, callTracer] }],
        ([traces]) => fromCallTracer(traces, block),
        options,
      ),
    () => pool.ask([{ method: 'trace_block', params: [number] }], ([traces]) => fromParity(traces, block), options),
  )
}

/** Whether the block is too large for one response, or takes too long. */
const mayDoInParts = (error: unknown): boolean => {
  if (error instanceof TransportError) return error.fault === 'too_large' || error.fault === 'timeout'
  return error instanceof NodeRefusal && (isRefusal(error, 'too_many_results') || isTimeout(error))
}

const isTimeout = ({ rpcError }: NodeRefusal): boolean => rpcError.message.slice(0, 200).includes('timeout')

/** One result for each transaction, in order; older nodes leave out its hash. */
function fromCallTracer(raw: unknown, { transactionHashes }: BlockToTrace): InternalFrame[] {
  if (!Array.isArray(raw)) throw new InconsistentAnswer('traces that are not a list')
  if (raw.length !== transactionHashes.length) throw otherBlock()
  return raw.flatMap((item, index) => {
    const { txHash, result, error } = objectOf(item)
    if (txHash !== undefined && !isHash(txHash, transactionHashes[index])) throw otherBlock()
    // One transaction that could not be traced: the block without it would look complete.
    if (textOf(error) !== null) throw cutOff()
    const top = objectOf(result)
    if (textOf(top.type) === null) throw cutOff()
    return placed(index, framesBelow(top).flatMap(frameReader.ofFrame))
  })
}

/** Traces of all transactions in one list, each with its transaction; block rewards have none. */
function fromParity(raw: unknown, { transactionHashes }: BlockToTrace): InternalFrame[] {
  if (!Array.isArray(raw)) throw new InconsistentAnswer('traces that are not a list')
  const ofTransactions = Map.groupBy(
    raw.map(objectOf).filter(({ type }) => type !== 'reward'),
    ({ transactionHash }) => String(transactionHash).toLowerCase(),
  )
  if (ofTransactions.size !== transactionHashes.length) throw otherBlock()
  return transactionHashes.flatMap((hash, index) => {
    const traces = ofTransactions.get(hash)
    if (!traces) throw otherBlock()
    return placed(index, tracesBelow(traces).flatMap(frameReader.ofTrace))
  })
}

const isHash = (raw: unknown, hash: Hex | undefined): boolean => typeof raw === 'string' && raw.toLowerCase() === hash

const otherBlock = (): InconsistentAnswer => new InconsistentAnswer('traces of other transactions than the block has')

const placed = (transactionIndex: number, frames: readonly FrameParts[]): InternalFrame[] =>
  frames.map((frame, frameIndex) => ({ transactionIndex, frameIndex, ...frame }))

const kindForm = /^[A-Z][A-Z0-9]{0,19}$/
const errorLengthMax = 200

/** Reads the few frames that are listed: most have no value, and calldata is never read. */
const frameReader: FrameReader<FrameParts[]> = {
  ofFrame: (frame) => {
    const { type, from, to, value, gas, gasUsed } = frame.fields
    const kind = String(type).toUpperCase()
    return listed(frame, { kind: kind === 'SUICIDE' ? 'SELFDESTRUCT' : kind, from, to, value, gas, gasUsed })
  },
  ofTrace: (frame) => {
    const { type, action: given, result } = frame.fields
    const action = objectOf(given)
    if (type === 'suicide' || type === 'selfdestruct') {
      const { address: from, refundAddress: to, balance: value } = action
      return listed(frame, { kind: 'SELFDESTRUCT', from, to, value, gas: undefined, gasUsed: undefined })
    }
    const { gasUsed, address } = isFields(result) ? result : {}
    const { from, value, gas } = action
    const common = { from, value, gas, gasUsed }
    if (type !== 'create')
      return listed(frame, { ...common, kind: String(action.callType ?? type).toUpperCase(), to: action.to })
    const kind = textOf(action.creationMethod ?? action.creationType) ?? 'CREATE'
    return listed(frame, { ...common, kind: kind.toUpperCase(), to: address })
  },
}

type Written = { kind: string } & Record<'from' | 'to' | 'value' | 'gas' | 'gasUsed', unknown>

const isNothing = (raw: unknown): boolean => raw === undefined || raw === null || raw === '' || raw === '0x0'

const listed = (frame: TraceFrame, { kind, from, to, value: raw, gas, gasUsed }: Written): FrameParts[] => {
  const value = isNothing(raw) || kindsWithoutValue.has(kind) ? 0n : parseQuantity(raw, 'value')
  if (!isInternalTransaction(kind, value)) return []
  if (!kindForm.test(kind)) throw new InconsistentAnswer('a trace of an unknown kind')
  const { error, isUndone } = frame
  const mayLackReceiver = isUndone || value === 0n
  return [
    {
      kind,
      from: parseAddress(from, 'from'),
      to: mayLackReceiver ? addressOrNull(to, 'to') : parseAddress(to, 'to'),
      value,
      gas: quantityOrZero(gas, 'gas'),
      gasUsed: quantityOrZero(gasUsed, 'gasUsed'),
      tracePath: tracePath(frame),
      error: error === null ? null : error.slice(0, errorLengthMax),
      isUndone,
    },
  ]
}
