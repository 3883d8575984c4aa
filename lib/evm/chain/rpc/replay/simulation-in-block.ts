import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import { parseQuantity } from '#lib/evm/chain/rpc/parse.ts'
import { hasStateBlock, lacksBlock, type StateBlock, stateBlockCall } from '#lib/evm/chain/rpc/state/state-block.ts'
import { isMethodRefused, tracePatience } from '#lib/evm/chain/rpc/traces/traces.ts'
import { NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool, PoolCall } from '#lib/evm/chain/rpc/transport/pool.ts'
import {
  callsAndLogs,
  faultOf,
  type SimulatedTransaction,
  type Simulation,
  traceCall,
  tracedSimulation,
} from './simulation.ts'
import { type AccountChange, diffOf, prestateTracer } from './state-diff.ts'
import { tooHeavyToTrace, weighingTracer } from './trace-weight.ts'

/** The state that a transaction of a block found: after all that precede it. */
export type PlaceInBlock = { block: Required<StateBlock>; index: number; sender: Hex; nonce: bigint }

const attemptsMax = 2
const transferGas = 21_000

/** Runs a transaction in the middle of a block without sending it; undefined if no node can, or it is too much to trace. */
export const simulateInBlock = async (
  pool: NodePool,
  transaction: SimulatedTransaction,
  place: PlaceInBlock,
  signal?: AbortSignal,
): Promise<Simulation | undefined> => {
  const count = (): Promise<unknown> =>
    runInBlock(pool, traceCall(transaction, place.block, weighingTracer), place, { read: (answer) => answer, signal })
  if ((await tooHeavyToTrace(pool, count)) !== undefined) return undefined
  const read = (answer: unknown): Simulation => ({ ...tracedSimulation(answer), isInBlock: true, untraced: null })
  return await runInBlock(pool, traceCall(transaction, place.block, callsAndLogs), place, { read, signal })
}

/** What it would change of each account there; undefined if no node can. */
export const simulateStateInBlock = async (
  pool: NodePool,
  transaction: SimulatedTransaction,
  place: PlaceInBlock,
  signal?: AbortSignal,
): Promise<AccountChange[] | undefined> =>
  await runInBlock(pool, traceCall(transaction, place.block, prestateTracer), place, { read: diffOf, signal })

/**
 * Nodes that do not know `txIndex` ignore it and run after the block. The nonce of the sender at that place shows in the same
 * batch whether this one knows it.
 */
const runInBlock = async <Value>(
  pool: NodePool,
  call: PoolCall,
  place: PlaceInBlock,
  { read, signal }: { read: (answer: unknown) => Value; signal: AbortSignal | undefined },
): Promise<Value | undefined> => {
  const { block } = place
  const nothing = {
    from: place.sender,
    to: zeroAddress,
    value: 0n,
    data: '0x',
    gas: transferGas,
    balances: [],
  } as const
  const proof = traceCall(nothing, block, { tracer: 'prestateTracer' })
  const calls = [proof, call].map((one) => ({ ...withIndex(one, place.index), mayFail: true }))
  try {
    const found = await pool.ask(
      [stateBlockCall(block), ...calls],
      ([header, before, answer]) => {
        if (!hasStateBlock(block, header)) return undefined
        if (!showsNonce(before, place)) return { value: undefined }
        if (answer instanceof NodeRefusal) throw faultOf(answer)
        return { value: read(answer) }
      },
      { signal, attemptsMax, minimumHead: block.number, patience: tracePatience.patience },
    )
    if (!found) throw lacksBlock(block)
    return found.value
  } catch (error) {
    if (isMethodRefused(error)) return undefined
    throw error
  }
}

const withIndex = ({ method, params }: PoolCall, index: number): PoolCall => {
  const [transaction, block, options] = params
  return { method, params: [transaction, block, { ...(isFields(options) && options), txIndex: hexNumber(index) }] }
}

/** A nonce of zero may be left out. */
const showsNonce = (answer: unknown, { sender, nonce }: PlaceInBlock): boolean => {
  if (!isFields(answer)) return false
  const account = answer[sender]
  if (!isFields(account)) return false
  const shown = account.nonce ?? 0
  return (typeof shown === 'number' ? BigInt(shown) : parseQuantity(shown, 'nonce')) === nonce
}
