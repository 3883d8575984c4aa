import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { kindsWithoutValue } from '#lib/evm/chain/block.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseAddress, parseQuantity } from '#lib/evm/chain/rpc/parse.ts'
import { isRefusal, NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import { cutOff, framesBelow, objectOf, textOf, tracesBelow } from './trace-frames.ts'
import { callTracer, type FrameReader, firstTraceOf, tracePatience, traceTransaction } from './traces.ts'

/** Native coin that a call, a creation or a self-destruct moved below a transaction's own call. */
export type InternalTransfer = {
  transactionIndex: number
  /** From 0, in execution order, among the transfers of its transaction. */
  transferIndex: number
  /** `CALL`, `CREATE`, `CREATE2` or `SELFDESTRUCT`; other chains may have more. */
  kind: string
  from: Hex
  to: Hex
  value: bigint
}

type Move = Pick<InternalTransfer, 'kind' | 'from' | 'to' | 'value'>

/** A stored block: a response about other transactions is refused. */
export type BlockToTrace = { number: number; transactionHashes: readonly Hex[] }

/**
 * The internal transfers of a block that moved a value, in execution order. Uses debug_traceBlockByNumber, otherwise trace_block;
 * a block whose answer is too large, or takes the node too long, is traced by transaction. Throws NodeRefusal
 * `unsupported`, `denied` or `missing_data` if no node can trace the block.
 */
export async function blockTransfers(
  pool: NodePool,
  block: BlockToTrace,
  signal?: AbortSignal,
): Promise<InternalTransfer[]> {
  try {
    return await traceWholeBlock(pool, block, signal)
  } catch (error) {
    if (signal?.aborted || !mayDoInParts(error)) throw error
  }
  const transfers: InternalTransfer[] = []
  for (const [index, hash] of block.transactionHashes.entries()) {
    const moves = await traceTransaction(pool, hash, moveReader, signal).catch((error: unknown) => {
      if (!isServiceError(error, 'not_found')) throw error
      throw new ServiceError('upstream_failed', 'The node does not know an indexed transaction.', { cause: error })
    })
    transfers.push(...placed(index, moves.flat()))
  }
  return transfers
}

async function traceWholeBlock(
  pool: NodePool,
  block: BlockToTrace,
  signal: AbortSignal | undefined,
): Promise<InternalTransfer[]> {
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
function fromCallTracer(raw: unknown, { transactionHashes }: BlockToTrace): InternalTransfer[] {
  if (!Array.isArray(raw)) throw new InconsistentAnswer('traces that are not a list')
  if (raw.length !== transactionHashes.length) throw otherBlock()
  return raw.flatMap((item, index) => {
    const { txHash, result, error } = objectOf(item)
    if (txHash !== undefined && !isHash(txHash, transactionHashes[index])) throw otherBlock()
    // One transaction that could not be traced: the block without it would look complete.
    if (textOf(error) !== null) throw cutOff()
    const top = objectOf(result)
    if (textOf(top.type) === null) throw cutOff()
    return placed(index, framesBelow(top).flatMap(moveReader.ofFrame))
  })
}

/** Traces of all transactions in one list, each with its transaction; block rewards have none. */
function fromParity(raw: unknown, { transactionHashes }: BlockToTrace): InternalTransfer[] {
  if (!Array.isArray(raw)) throw new InconsistentAnswer('traces that are not a list')
  const ofTransactions = Map.groupBy(
    raw.map(objectOf).filter(({ type }) => type !== 'reward'),
    ({ transactionHash }) => String(transactionHash).toLowerCase(),
  )
  if (ofTransactions.size !== transactionHashes.length) throw otherBlock()
  return transactionHashes.flatMap((hash, index) => {
    const traces = ofTransactions.get(hash)
    if (!traces) throw otherBlock()
    return placed(index, tracesBelow(traces).flatMap(moveReader.ofTrace))
  })
}

const isHash = (raw: unknown, hash: Hex | undefined): boolean => typeof raw === 'string' && raw.toLowerCase() === hash

const otherBlock = (): InconsistentAnswer => new InconsistentAnswer('traces of other transactions than the block has')

const placed = (transactionIndex: number, moves: readonly Move[]): InternalTransfer[] =>
  moves.map((move, transferIndex) => ({ transactionIndex, transferIndex, ...move }))

const kindForm = /^[A-Z][A-Z0-9]{0,19}$/

/** Reads the few frames that moved a value: most frames have none, and their calldata is never read. */
const moveReader: FrameReader<Move[]> = {
  ofFrame: ({ fields: { type, from, to, value }, isUndone }) => {
    if (isUndone || isNothing(value)) return []
    const kind = String(type).toUpperCase()
    return moved(kind === 'SUICIDE' ? 'SELFDESTRUCT' : kind, from, to, value)
  },
  ofTrace: ({ fields, isUndone }) => {
    const action = objectOf(fields.action)
    if (isUndone) return []
    if (fields.type === 'suicide' || fields.type === 'selfdestruct')
      return moved('SELFDESTRUCT', action.address, action.refundAddress, action.balance)
    if (fields.type !== 'create')
      return moved(String(action.callType ?? fields.type), action.from, action.to, action.value)
    const kind = textOf(action.creationMethod ?? action.creationType) ?? 'CREATE'
    return isNothing(action.value) ? [] : moved(kind, action.from, objectOf(fields.result).address, action.value)
  },
}

const isNothing = (raw: unknown): boolean => raw === undefined || raw === null || raw === '' || raw === '0x0'

function moved(type: string, from: unknown, to: unknown, raw: unknown): Move[] {
  if (isNothing(raw)) return []
  const kind = type.toUpperCase()
  const value = parseQuantity(raw, 'value')
  if (value === 0n || kindsWithoutValue.has(kind)) return []
  if (!kindForm.test(kind)) throw new InconsistentAnswer('a trace of an unknown kind')
  return [{ kind, from: parseAddress(from, 'from'), to: parseAddress(to, 'to'), value }]
}
