import { toHex } from '#lib/base/bytes.ts'
import { badParameter, isServiceError, ServiceError } from '#lib/base/errors.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { type Fields, isFields } from '#lib/base/is-fields.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseBytes, parseQuantity } from '#lib/evm/chain/rpc/parse.ts'
import { revertBytes } from '#lib/evm/chain/rpc/state/run-calls.ts'
import { hasStateBlock, lacksBlock, type StateBlock, stateBlockCall } from '#lib/evm/chain/rpc/state/state-block.ts'
import { objectOf, textOf } from '#lib/evm/chain/rpc/traces/trace-frames.ts'
import { callTracer, isMethodRefused, tracePatience } from '#lib/evm/chain/rpc/traces/traces.ts'
import { isRefusal, NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool, PoolCall } from '#lib/evm/chain/rpc/transport/pool.ts'
import { type CallFrame, type CoinMove, coinMoves, framesOf, logsOf, withoutCoinLogs } from './call-tree.ts'
import { type AccountChange, diffOf, prestateTracer, reportsNoState } from './state-diff.ts'
import { tooHeavyToTrace, weighingTracer } from './trace-weight.ts'

/** A transaction that is not sent. */
export type SimulatedTransaction = {
  from: Hex
  /** Null to create a contract. */
  to: Hex | null
  value: bigint
  data: Hex
  gas: number
  /** Native balances that accounts have instead of their own. */
  balances: readonly { address: Hex; balance: bigint }[]
}

/** What came of it. Nodes that cannot trace report its own call only. */
export type Simulation = {
  method: 'debug_traceCall' | 'eth_simulateV1' | 'eth_call'
  frames: readonly CallFrame[]
  /** Null where the node does not report it. */
  gasUsed: bigint | null
  /** Native coin that changed hands, in order; null where the node does not report it. */
  coinMoves: readonly CoinMove[] | null
  /** Whether it ran in the middle of a block, before the transaction that was asked for. */
  isInBlock: boolean
  /** Why it was not traced, although the node may be able to. */
  untraced: string | null
}

const attemptsMax = 2
const tracerTimeout = '10s'

/**
 * Runs a transaction after a block without sending it: with debug_traceCall, otherwise eth_simulateV1, otherwise eth_call. What the
 * node cannot call in the time of a question, or what would be too much to record, is not traced.
 * Throws `not_available` if the node does not have the state, `invalid_request` for a transaction that could not be in a block.
 */
export const simulate = async (
  pool: NodePool,
  transaction: SimulatedTransaction,
  block: StateBlock,
  signal?: AbortSignal,
): Promise<Simulation> => {
  await called(pool, transaction, block, signal).catch((error: unknown) => {
    signal?.throwIfAborted()
    if (isServiceError(error, 'upstream_timeout')) throw tooSlow(error)
  })
  const count = (): Promise<unknown> =>
    run(pool, traceCall(transaction, block, weighingTracer), block, { read: (answer) => answer, signal })
  const untraced = (await tooHeavyToTrace(pool, count)) ?? null
  let refusal: unknown
  for (const way of [...(untraced === null ? [traced] : []), simulated, called]) {
    try {
      return { ...(await way(pool, transaction, block, signal)), untraced }
    } catch (error) {
      if (!isMethodRefused(error)) throw error
      refusal ??= error
    }
  }
  throw noState(block, refusal)
}

/** What it would change of each account. Throws `not_available` where no node serves debug_traceCall with prestateTracer. */
export const simulateState = async (
  pool: NodePool,
  transaction: SimulatedTransaction,
  block: StateBlock,
  signal?: AbortSignal,
): Promise<AccountChange[]> => {
  try {
    return await run(pool, traceCall(transaction, block, prestateTracer), block, { read: diffOf, signal })
  } catch (error) {
    throw isMethodRefused(error) ? reportsNoState('debug_traceCall', error) : error
  }
}

type Way = (
  pool: NodePool,
  transaction: SimulatedTransaction,
  block: StateBlock,
  signal?: AbortSignal,
) => Promise<Omit<Simulation, 'untraced'>>

const traced: Way = (pool, transaction, block, signal) => {
  const read = (answer: unknown) => ({ ...tracedSimulation(answer), isInBlock: false })
  return run(pool, traceCall(transaction, block, callsAndLogs), block, { read, signal })
}

export const callsAndLogs = { ...callTracer, tracerConfig: { withLog: true } }

/** What callTracer reports of a transaction that is not sent. */
export const tracedSimulation = (answer: unknown): Omit<Simulation, 'isInBlock' | 'untraced'> => {
  const frames = framesOf(objectOf(answer))
  return { method: 'debug_traceCall', frames, gasUsed: frames[0]?.gasUsed ?? null, coinMoves: coinMoves(frames) }
}

export const traceCall = (transaction: SimulatedTransaction, { number }: StateBlock, tracer: object): PoolCall => ({
  method: 'debug_traceCall',
  params: [
    callOf(transaction),
    hexNumber(number),
    { ...tracer, timeout: tracerTimeout, stateOverrides: overridesOf(transaction) },
  ],
})

const simulated: Way = (pool, transaction, block, signal) => {
  const blockCall = { stateOverrides: overridesOf(transaction), calls: [callOf(transaction)] }
  const params = [{ blockStateCalls: [blockCall], traceTransfers: true, validation: false }, hexNumber(block.number)]
  const read = (answer: unknown): Omit<Simulation, 'untraced'> => {
    const [first] = listOf(answer)
    const [call] = listOf(objectOf(first).calls)
    const { returnData, logs, gasUsed, status, error } = objectOf(call)
    const used = parseQuantity(gasUsed, 'gasUsed')
    const hasFailed = parseQuantity(status, 'status') === 0n
    const reason = isFields(error) ? error : {}
    const returned = parseBytes(returnData ?? '0x', 'returnData')
    const frame = topFrame(transaction, {
      gasUsed: used,
      output: hasFailed && returned === '0x' ? toHex(revertBytes(reason.data)) : returned,
      error: hasFailed ? (textOf(reason.message) ?? 'failed') : null,
    })
    const own = withoutCoinLogs(logsOf(logs))
    return {
      method: 'eth_simulateV1',
      frames: [{ ...frame, logs: own.logs }],
      gasUsed: used,
      coinMoves: own.coinMoves,
      isInBlock: false,
    }
  }
  return run(pool, { method: 'eth_simulateV1', params }, block, { read, signal })
}

const called: Way = (pool, transaction, block, signal) => {
  const overrides = overridesOf(transaction)
  const params = [
    callOf(transaction),
    hexNumber(block.number),
    // Nodes without overrides refuse a third parameter.
    ...(Object.keys(overrides).length > 0 ? [overrides] : []),
  ]
  const read = (answer: unknown): Omit<Simulation, 'untraced'> => {
    const isReverted = answer instanceof NodeRefusal
    const frame = topFrame(transaction, {
      gasUsed: 0n,
      output: isReverted ? toHex(revertBytes(answer.rpcError.data)) : parseBytes(answer, 'result'),
      error: isReverted ? 'execution reverted' : null,
    })
    return { method: 'eth_call', frames: [frame], gasUsed: null, coinMoves: null, isInBlock: false }
  }
  return run(pool, { method: 'eth_call', params }, block, { read, signal })
}

/** Sent with the header of the block, so that both are about the same chain. */
const run = async <Value>(
  pool: NodePool,
  call: PoolCall,
  block: StateBlock,
  { read, signal }: { read: (answer: unknown) => Value; signal: AbortSignal | undefined },
): Promise<Value> => {
  const isAnswer = (answer: unknown): boolean => {
    if (!(answer instanceof NodeRefusal)) return true
    if (call.method === 'eth_call' && answer.failure.kind === 'reverted') return true
    throw faultOf(answer)
  }
  const found = await pool.ask(
    [stateBlockCall(block), { ...call, mayFail: true }],
    ([header, answer]) => (hasStateBlock(block, header) && isAnswer(answer) ? { value: read(answer) } : undefined),
    {
      signal,
      attemptsMax,
      minimumHead: block.number,
      patience: call.method === 'debug_traceCall' ? tracePatience.patience : 1,
    },
  )
  if (!found) throw lacksBlock(block)
  return found.value
}

const tooSlow = (cause: unknown): ServiceError =>
  new ServiceError(
    'upstream_timeout',
    'The node takes too long to run this transaction. Give it less gas, or try again later.',
    {
      cause,
    },
  )

/** A visitor's transaction that cannot run must not look like a fault of the node, which would then rest. */
export const faultOf = (refusal: NodeRefusal): unknown => {
  if (refusal.failure.kind !== 'transient' && refusal.failure.kind !== 'invalid' && refusal.failure.kind !== 'reverted')
    return refusal
  const text = refusal.rpcError.message.slice(0, 500).toLowerCase()
  if (/insufficient (?:funds|balance)|lack ?of ?funds|out ?of ?funds/.test(text))
    return badParameter('value', 'is more than the sender has after this block: set its balance too')
  if (/intrinsic gas|gas too low|gas floor/.test(text))
    return badParameter('gas', 'is less than the calldata alone costs')
  if (text.includes('gas') && /too high|exceeds|\bcap\b|limit/.test(text))
    return badParameter('gas', 'is more than the node of this chain allows')
  return new ServiceError('upstream_failed', 'The node could not run this transaction.', { cause: refusal })
}

const callOf = ({ from, to, value, data, gas }: SimulatedTransaction) => ({
  from,
  ...(to !== null && { to }),
  value: hexNumber(value),
  data,
  gas: hexNumber(gas),
})

const overridesOf = ({ balances }: SimulatedTransaction): Record<Hex, { balance: string }> =>
  Object.fromEntries(balances.map(({ address, balance }) => [address, { balance: hexNumber(balance) }]))

const topFrame = (
  { from, to, value, data, gas }: SimulatedTransaction,
  outcome: Pick<CallFrame, 'gasUsed' | 'output' | 'error'>,
): CallFrame => ({
  type: to === null ? 'CREATE' : 'CALL',
  from,
  to,
  value,
  gas: BigInt(gas),
  input: data,
  depth: 0,
  logs: [],
  isUndone: outcome.error !== null,
  ...outcome,
})

const noState = ({ number }: StateBlock, cause: unknown): ServiceError =>
  new ServiceError(
    'not_available',
    isRefusal(cause, 'missing_data')
      ? `The node of this chain no longer has the state after block ${number}; this requires an archive node.`
      : 'The node of this chain does not run transactions that are not sent.',
    { cause },
  )

const listOf = (raw: unknown): readonly (Fields | unknown)[] => {
  if (!Array.isArray(raw)) throw new InconsistentAnswer('a simulation that is not a list')
  return raw
}
