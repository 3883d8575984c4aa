import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool, PoolCall } from '#lib/evm/chain/rpc/transport/pool.ts'
import { readCallBytes } from './calls.ts'
import { hasStateBlock, lacksBlock, type StateBlock, stateBlockCall } from './state-block.ts'

/** The bytes of a revert in a node's error: nodes put them into `data`, into an object there, or behind a word. */
export const revertBytes = (data: unknown, depth = 0): Uint8Array => {
  if (typeof data === 'string') {
    const start = data.lastIndexOf('0x')
    const digits = start < 0 ? '' : data.slice(start)
    return /^0x([0-9a-f]{2})*$/i.test(digits) ? Buffer.from(digits.slice(2), 'hex') : new Uint8Array()
  }
  if (depth > 1 || typeof data !== 'object' || data === null) return new Uint8Array()
  for (const key of ['data', 'result', 'originalError'] as const)
    if (key in data) return revertBytes(Object.entries(data).find(([name]) => name === key)?.[1], depth + 1)
  return new Uint8Array()
}

/** A call as a visitor asks for it. */
export type SimulatedCall = { to: Hex; data: Hex; gas: number; from?: Hex; value?: bigint }

/** What came of it: the returned bytes, or those of the revert (empty without a reason). */
export type RunOutcome =
  | { kind: 'returned'; data: Uint8Array }
  | { kind: 'reverted'; data: Uint8Array }
  /** The node could not run it, or its answer is too large. */
  | { kind: 'failed'; reason: string }

const answerBytesMax = 131_072
const attemptsMax = 2

/** Runs calls of visitors after a block, in one batch. Throws the pool's ServiceErrors if no node can. */
export const runCalls = async (
  pool: NodePool,
  calls: readonly SimulatedCall[],
  block: StateBlock,
  signal?: AbortSignal,
): Promise<RunOutcome[]> => {
  const outcomes = await pool.ask(
    [stateBlockCall(block), ...calls.map((call) => ethCall(call, block))],
    ([header, ...answers]) => (hasStateBlock(block, header) ? answers.map(readOutcome) : undefined),
    { signal, attemptsMax, minimumHead: block.number },
  )
  if (!outcomes) throw lacksBlock(block)
  return outcomes
}

const ethCall = ({ to, data, gas, from, value }: SimulatedCall, { number }: StateBlock): PoolCall => {
  const transaction = {
    to,
    data,
    gas: hexNumber(gas),
    ...(from && { from }),
    ...(value !== undefined && { value: hexNumber(value) }),
  }
  return { method: 'eth_call', params: [transaction, hexNumber(number)], mayFail: true }
}

const readOutcome = (answer: unknown): RunOutcome => {
  if (answer instanceof NodeRefusal) return refused(answer)
  if (typeof answer !== 'string') throw new InconsistentAnswer('a call that gave no bytes')
  return bounded({ kind: 'returned', data: readCallBytes(answer) })
}

const refused = (refusal: NodeRefusal): RunOutcome => {
  switch (refusal.failure.kind) {
    case 'reverted':
      return bounded({ kind: 'reverted', data: revertBytes(refusal.rpcError.data) })
    case 'too_many_results':
      return { kind: 'failed', reason: 'The answer is too large.' }
    case 'invalid':
    case 'transient':
      return { kind: 'failed', reason: 'The node could not run the call.' }
    default:
      throw refusal
  }
}

const bounded = (outcome: Extract<RunOutcome, { data: Uint8Array }>): RunOutcome =>
  outcome.data.length <= answerBytesMax ? outcome : { kind: 'failed', reason: 'The answer is too large.' }
