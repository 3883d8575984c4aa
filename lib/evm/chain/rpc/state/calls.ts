import { toDigits } from '#lib/base/bytes.ts'
import { type Clock, sleep, systemClock } from '#lib/base/clock.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { type Hex, hexNumber, wordOf } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseCount } from '#lib/evm/chain/rpc/parse.ts'
import { NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { AnsweringNode, NodePool, PoolCall } from '#lib/evm/chain/rpc/transport/pool.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import { LearnedLimit } from '#lib/nodes/learned-limit.ts'
import { type ContractCall, gasProof, multicallAddress, multicallData, provesGas, readMulticall } from './multicall.ts'
import { hasStateBlock, lacksBlock, type StateBlock, stateBlockCall } from './state-block.ts'

/**
 * Result of a contract call: bytes; `refused` if the contract reverted, ran out of gas or returned too much, which
 * every node would report; `failed` if the node did not answer, so that a retry makes sense.
 */
export type CallAnswer = Uint8Array | 'refused' | 'failed'

export type CallsOptions = {
  signal?: AbortSignal
  /** Nodes without this block are not trusted: to them a new contract is an account without code. */
  minimumHead?: number
  /** The block after which contracts are called, instead of the node's newest one. */
  block?: StateBlock
  /** Timeout of one request. Slow contract code must not make its node look unhealthy, so this is below the node's own limit. */
  timeoutMs?: number
  clock?: Clock
}

/** Calls of one Multicall3 request: the contracts of a list page, at a fifth of the gas that nodes give a call. */
const multicallMax = 140
/** Up to this many are called one by one, each with its own gas. */
const singlyMax = 8
/** With the head a batch of 50, which no known node refuses. */
const batchMax = 49
const slowMs = 10_000
/** Retries by the pool, and for nodes that are behind. */
const attemptsMax = 3
const behindMs = 500

/** Pools whose chain seems to lack Multicall3, or the precompile needed to trust its results. */
const withoutMulticall = new WeakMap<NodePool, LearnedLimit>()

/**
 * Calls contracts, including hostile ones, after `block` or else the node's newest one; results in request order. Uses Multicall3 if the
 * chain has it, otherwise batches; calls that fail together are retried in halves, and finally one by one. Throws the
 * pool's ServiceErrors if no node responds, or the signal's reason.
 */
export async function callContracts(
  pool: NodePool,
  calls: readonly ContractCall[],
  options: CallsOptions = {},
): Promise<CallAnswer[]> {
  const answers: CallAnswer[] = []
  for (let next = 0; next < calls.length; next += multicallMax)
    answers.push(...(await together(pool, calls.slice(next, next + multicallMax), options)))
  return answers
}

const together = async (
  pool: NodePool,
  calls: readonly ContractCall[],
  options: CallsOptions,
): Promise<CallAnswer[]> => {
  const { clock = systemClock } = options
  const lacksMulticall = withoutMulticall.get(pool) ?? new LearnedLimit()
  withoutMulticall.set(pool, lacksMulticall)
  if (lacksMulticall.holds(clock.now()) || calls.length <= singlyMax) return inBatches(pool, calls, options)
  const answers = await byMulticall(pool, calls, options)
  if (answers === 'not_there') lacksMulticall.confirm(clock.now())
  else if (answers !== 'unproven') lacksMulticall.refute()
  return answers === 'not_there' || answers === 'unproven' ? inHalves(together, pool, calls, options) : answers
}

const inHalves = async (
  ask: typeof together,
  pool: NodePool,
  calls: readonly ContractCall[],
  options: CallsOptions,
): Promise<CallAnswer[]> => {
  const half = Math.ceil(calls.length / 2)
  return [...(await ask(pool, calls.slice(0, half), options)), ...(await ask(pool, calls.slice(half), options))]
}

/** `unproven` if one call may have used up the gas of the others. */
const byMulticall = async (
  pool: NodePool,
  calls: readonly ContractCall[],
  options: CallsOptions,
): Promise<CallAnswer[] | 'not_there' | 'unproven'> => {
  const request = ethCall({ to: multicallAddress, data: multicallData([...calls, gasProof]) }, options)
  const answers = await ask(pool, [request], options)
  const answer = answers[0]
  if (!(answer instanceof Uint8Array)) return 'unproven'
  if (answer.length === 0) return 'not_there'
  try {
    const results = readMulticall(answer, calls.length + 1)
    const proof = results.pop()
    // On a chain without that precompile, running out of gas cannot be distinguished.
    if (proof && !provesGas(proof)) return 'not_there'
    if (!proof) return 'unproven'
    return results.map((result) => result ?? 'refused')
  } catch (error) {
    // A different contract is at that address.
    if (error instanceof InconsistentAnswer) return 'not_there'
    throw error
  }
}

const inBatches = async (
  pool: NodePool,
  calls: readonly ContractCall[],
  options: CallsOptions,
): Promise<CallAnswer[]> => {
  if (calls.length > batchMax) return inHalves(inBatches, pool, calls, options)
  const asked = calls.map((call) => ethCall(call, options))
  const answers = await ask(pool, asked, options)
  if (typeof answers !== 'string') return answers
  if (calls.length > 1) return inHalves(inBatches, pool, calls, options)
  return calls.map(() => (answers === 'too_large' ? 'refused' : 'failed'))
}

const ethCall = ({ to, data }: ContractCall, { block }: CallsOptions): PoolCall => ({
  method: 'eth_call',
  params: [{ to, data }, block ? hexNumber(block.number) : 'latest'],
  mayFail: true,
})

/** The results, or the error that failed the whole batch. */
const ask = async (
  pool: NodePool,
  calls: readonly PoolCall[],
  { signal, block, minimumHead = block?.number ?? 0, timeoutMs = slowMs, clock = systemClock }: CallsOptions,
): Promise<CallAnswer[] | 'slow' | 'too_large'> => {
  const read = ([head, ...results]: readonly unknown[], node: AnsweringNode): CallAnswer[] | undefined => {
    if (block) return hasStateBlock(block, head) ? results.map(readAnswer) : undefined
    const nodeHead = parseCount(head, 'blockNumber')
    node.noteHead(nodeHead)
    return nodeHead < minimumHead ? undefined : results.map(readAnswer)
  }
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    using slow = timeLimit(timeoutMs)
    try {
      const either = signal ? AbortSignal.any([signal, slow.signal]) : slow.signal
      const headCall = block ? stateBlockCall(block) : { method: 'eth_blockNumber', params: [] }
      const answers = await pool.ask([headCall, ...calls], read, { attemptsMax, minimumHead, signal: either })
      if (answers) return answers
    } catch (error) {
      signal?.throwIfAborted()
      if (slow.signal.aborted) return 'slow'
      if (isTooLarge(error)) return 'too_large'
      throw error
    }
    // One URL may be several nodes behind a load balancer; the next one may be further ahead.
    if (attempt < attemptsMax) await sleep(clock, behindMs, signal)
  }
  if (block) throw lacksBlock(block)
  throw new ServiceError('not_available', 'The node does not have the newest blocks yet.')
}

const readAnswer = (result: unknown): CallAnswer => {
  if (!(result instanceof NodeRefusal)) return readCallBytes(result)
  const { kind } = result.failure
  if (kind === 'reverted' || kind === 'too_many_results') return 'refused'
  if (kind === 'transient' || kind === 'invalid') return 'failed'
  // A fault of the node, not of the contract: the pool handles it.
  throw result
}

export const readCallBytes = (result: unknown): Uint8Array => {
  if (typeof result !== 'string' || !result.startsWith('0x')) throw new InconsistentAnswer('a call that gave no bytes')
  const bytes = Buffer.from(result.slice(2), 'hex')
  if (bytes.length * 2 + 2 !== result.length) throw new InconsistentAnswer('a call that gave no whole bytes')
  return bytes
}

const isTooLarge = (error: unknown): boolean => error instanceof TransportError && error.fault === 'too_large'

/** `isValidSignature(bytes32,bytes)`; the answer of a valid one repeats it (EIP-1271). */
const selector = '1626ba7e'
const wordDigits = 64
const accepted = selector.padEnd(wordDigits, '0')

/**
 * Whether a contract accepts a signature over a hash in the newest block; false if it refuses or reverts, and for accounts
 * without code. Throws the pool's ServiceErrors, and `not_available` if the node did not run the call.
 */
export const readContractSignature = async (
  pool: NodePool,
  { address, hash, signature }: Record<'address' | 'hash' | 'signature', string>,
  signal: AbortSignal,
): Promise<boolean> => {
  const bytes = signature.slice(2)
  const padded = bytes.padEnd(Math.ceil(bytes.length / wordDigits) * wordDigits, '0')
  const data: Hex = `0x${selector}${hash.slice(2)}${wordOf(2 * 32)}${wordOf(bytes.length / 2)}${padded}`
  const [answer] = await callContracts(pool, [{ to: `0x${address.slice(2)}`, data }], { signal })
  if (answer === undefined || answer === 'failed')
    throw new ServiceError('not_available', 'The node did not run the call of the contract.')
  // The whole answer is compared: a precompile that returns its input begins with the selector, too.
  return answer !== 'refused' && toDigits(answer) === accepted
}
