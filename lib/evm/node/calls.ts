import { type Clock, sleep, systemClock } from '#lib/api/clock.ts'
import { ServiceError } from '#lib/api/errors.ts'
import { timeLimit } from '#lib/api/time-limit.ts'
import { LearnedLimit } from '#lib/nodes/learned-limit.ts'
import { InconsistentAnswer } from './inconsistent-answer.ts'
import { type ContractCall, gasProof, multicallAddress, multicallData, provesGas, readMulticall } from './multicall.ts'
import { NodeRefusal } from './node-refusal.ts'
import { parseCount } from './parse.ts'
import type { AnsweringNode, NodePool, PoolCall } from './pool.ts'
import { TransportError } from './transport-error.ts'

/**
 * What a call of a contract gave: bytes; `refused` where the contract undid it, wasted its gas or gave more than is read,
 * which every node would say; `failed` where the node could not tell, so that it is worth another try.
 */
export type CallAnswer = Uint8Array | 'refused' | 'failed'

export type CallsOptions = {
  signal?: AbortSignal
  /** Nodes that do not have this block yet are not believed: to them a new contract is an account without code. */
  minimumHead?: number
  /** Of one request. Code that runs for long must not make its node look ill, so this is below the node's own limit. */
  timeoutMs?: number
  clock?: Clock
}

/** Calls of one Multicall3 request: the contracts of a list page, at a fifth of the gas that nodes give a call. */
const multicallMax = 140
/** So few are asked one by one: each then has gas of its own. */
const singlyMax = 8
/** With the head one batch of 50, which no known node refuses for its length. */
const batchMax = 49
const slowMs = 10_000
/** Of the pool, and of nodes that are behind. */
const attemptsMax = 3
const behindMs = 500

/** Pools whose chain seems to lack Multicall3, or what it takes to trust its answers. */
const withoutMulticall = new WeakMap<NodePool, LearnedLimit>()

/**
 * Calls contracts at the node's newest block, hostile ones too; answers in the order asked. By Multicall3 where the chain
 * has it, else by batches; what fails together is asked again in halves, and at last one by one.
 * Throws the pool's ServiceErrors when no node answers at all, the signal's reason when it fires.
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

/** `unproven` where one call may have spoilt the others. */
const byMulticall = async (
  pool: NodePool,
  calls: readonly ContractCall[],
  options: CallsOptions,
): Promise<CallAnswer[] | 'not_there' | 'unproven'> => {
  const request = ethCall({ to: multicallAddress, data: multicallData([...calls, gasProof]) })
  const answers = await ask(pool, [request], options)
  const answer = answers[0]
  if (!(answer instanceof Uint8Array)) return 'unproven'
  if (answer.length === 0) return 'not_there'
  try {
    const results = readMulticall(answer, calls.length + 1)
    const proof = results.pop()
    // A chain without that precompile: what failed for want of gas cannot be told apart.
    if (proof && !provesGas(proof)) return 'not_there'
    if (!proof) return 'unproven'
    return results.map((result) => result ?? 'refused')
  } catch (error) {
    // Something else stands at that address.
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
  const answers = await ask(pool, calls.map(ethCall), options)
  if (typeof answers !== 'string') return answers
  if (calls.length > 1) return inHalves(inBatches, pool, calls, options)
  return calls.map(() => (answers === 'too_large' ? 'refused' : 'failed'))
}

const ethCall = ({ to, data }: ContractCall): PoolCall => ({
  method: 'eth_call',
  params: [{ to, data }, 'latest'],
  mayFail: true,
})

/** The answers, or why there are none together. */
const ask = async (
  pool: NodePool,
  calls: readonly PoolCall[],
  { signal, minimumHead = 0, timeoutMs = slowMs, clock = systemClock }: CallsOptions,
): Promise<CallAnswer[] | 'slow' | 'too_large'> => {
  const read = ([head, ...results]: readonly unknown[], node: AnsweringNode): CallAnswer[] | undefined => {
    const nodeHead = parseCount(head, 'blockNumber')
    node.noteHead(nodeHead)
    return nodeHead < minimumHead ? undefined : results.map(readAnswer)
  }
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    using slow = timeLimit(timeoutMs)
    try {
      const either = signal ? AbortSignal.any([signal, slow.signal]) : slow.signal
      const headCall = { method: 'eth_blockNumber', params: [] }
      const answers = await pool.ask([headCall, ...calls], read, { attemptsMax, minimumHead, signal: either })
      if (answers) return answers
    } catch (error) {
      signal?.throwIfAborted()
      if (slow.signal.aborted) return 'slow'
      if (isTooLarge(error)) return 'too_large'
      throw error
    }
    // One address may stand for several nodes, of which the next may be further.
    if (attempt < attemptsMax) await sleep(clock, behindMs, signal)
  }
  throw new ServiceError('not_available', 'The node does not have the newest blocks yet.')
}

const readAnswer = (result: unknown): CallAnswer => {
  if (!(result instanceof NodeRefusal)) return readBytes(result)
  const { kind } = result.failure
  if (kind === 'reverted' || kind === 'too_many_results') return 'refused'
  if (kind === 'transient' || kind === 'invalid') return 'failed'
  // About the node, not the contract: the pool knows what to do.
  throw result
}

const readBytes = (result: unknown): Uint8Array => {
  if (typeof result !== 'string' || !result.startsWith('0x')) throw new InconsistentAnswer('a call that gave no bytes')
  const bytes = Buffer.from(result.slice(2), 'hex')
  if (bytes.length * 2 + 2 !== result.length) throw new InconsistentAnswer('a call that gave no whole bytes')
  return bytes
}

const isTooLarge = (error: unknown): boolean => error instanceof TransportError && error.fault === 'too_large'
