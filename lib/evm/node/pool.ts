import { ServiceError } from '#lib/api/errors.ts'
import { classifyTransportError, type NodeFailure } from './classify.ts'
import { type Clock, systemClock } from './clock.ts'
import { InconsistentAnswer } from './inconsistent-answer.ts'
import { NodeRefusal } from './node-refusal.ts'
import { type NodeHealth, PoolNode } from './pool-node.ts'
import type { RpcCall, RpcTransport } from './transport.ts'
import { TransportError } from './transport-error.ts'

/** A call of a batch. Where `mayFail`, a refusal takes the place of its result instead of failing the whole batch. */
export type PoolCall = RpcCall & { mayFail?: boolean }

/** The node that answered, for whoever reads the answer. */
export type AnsweringNode = {
  readonly name: string
  noteHead(head: number): void
  /** Says that an answer of it proved wrong later: others go first for a while. */
  distrust(fault: string): void
}

export type AskOptions = {
  signal?: AbortSignal
  /** Passes over nodes that are known not to have this block yet, while others may have it. */
  minimumHead?: number
  attemptsMax?: number
  /** All attempts and waits together. */
  totalMs?: number
}

export type NodePool = {
  readonly size: number
  /** One call's result. Throws NodeRefusal, TransportError or InconsistentAnswer: all ServiceErrors. */
  call(method: string, params: readonly unknown[], options?: AskOptions): Promise<unknown>
  /** Results in the order asked, all of one node, so that they tell of one state. */
  callMany(calls: readonly PoolCall[], options?: AskOptions): Promise<unknown[]>
  /**
   * Sends the calls to one node and reads its results. When `read` throws InconsistentAnswer, the node counts as failed
   * and another is asked.
   */
  ask<T>(
    calls: readonly PoolCall[],
    read: (results: readonly unknown[], node: AnsweringNode) => T,
    options?: AskOptions,
  ): Promise<T>
  /** Asks every node that is not resting, once; what those say that answer. Throws when none does. */
  askEach<T>(
    calls: readonly PoolCall[],
    read: (results: readonly unknown[], node: AnsweringNode) => T,
    options?: AskOptions,
  ): Promise<T[]>
  /** Whether a node is known to have that block, or none is known not to. */
  mayHave(block: number): boolean
  health(): NodeHealth[]
}

export type PoolOptions = {
  /** Requests at a time to each node; a rate-limited node gets fewer until it bears more. */
  concurrency?: number
  attemptsMax?: number
  totalMs?: number
  clock?: Clock
  /** 0 to 1; spreads waits. */
  random?: () => number
}

/** What to do after a failure: give up, try elsewhere at once, or wait a growing while first. */
type NextStep = 'give_up' | 'elsewhere' | 'wait'

const backoffMsFirst = 125
const backoffMsMax = 10_000

/**
 * Several nodes of one chain as one: the healthiest is asked first; what fails is asked again, elsewhere where there is an
 * elsewhere, after growing waits, bounded in count and time. What is an answer about the chain or the request (reverted,
 * range too large, invalid) is thrown at once.
 */
export function createPool(transports: readonly RpcTransport[], options: PoolOptions = {}): NodePool {
  const { concurrency = 8, clock = systemClock, random = Math.random } = options
  const nodes = transports.map((transport) => new PoolNode(transport, concurrency))
  if (nodes.length === 0) throw new ServiceError('not_available', 'No node is configured for this chain.')
  const waiting: (() => void)[] = []

  const send = async <T>(
    node: PoolNode,
    calls: readonly PoolCall[],
    read: (results: readonly unknown[], node: AnsweringNode) => T,
    signal: AbortSignal | undefined,
  ): Promise<T> => {
    const startedAt = clock.now()
    node.inFlight += 1
    try {
      const answers = await node.transport.send(calls, signal)
      const results = calls.map((call, index) => {
        const answer = answers[index]
        if (!answer) throw new TransportError('malformed', `${node.transport.name} left a call without an answer.`)
        if ('result' in answer) return answer.result
        const refusal = new NodeRefusal(node.transport.name, call.method, answer.error)
        if (!call.mayFail) throw refusal
        return refusal
      })
      const value = read(results, {
        name: node.transport.name,
        noteHead: (head) => node.noteHead(head),
        distrust: (fault) => node.failed({ kind: 'transient' }, fault, clock.now()),
      })
      node.succeeded(clock.now() - startedAt)
      return value
    } finally {
      node.inFlight -= 1
      // All of them: the next in line may be one that this node cannot serve.
      for (const free of waiting.splice(0)) free()
    }
  }

  const ask: NodePool['ask'] = async (calls, read, askOptions = {}) => {
    const {
      signal,
      minimumHead,
      attemptsMax = options.attemptsMax ?? 9,
      totalMs = options.totalMs ?? 90_000,
    } = askOptions
    const methods = [...new Set(calls.flatMap(({ method, mayFail }) => (mayFail ? [] : method)))]
    const deadline = clock.now() + totalMs
    const passedOver = new Set<PoolNode>()
    let triedInRound = new Set<PoolNode>()
    let lastError: unknown
    let round = 0
    for (let attempt = 1; ; ) {
      signal?.throwIfAborted()
      const able = nodes.filter((node) => !passedOver.has(node) && !node.lacks(methods))
      if (able.length === 0) throw lastError ?? lacking(methods)
      const fresh = able.filter((node) => !triedInRound.has(node) && node.restsUntil(clock.now()) === 0)
      const node = pick(fresh.length > 0 ? fresh : able, minimumHead, clock.now())
      if (node === 'all_busy') {
        await new Promise<void>((free) => waiting.push(free))
        continue
      }
      if (node.restsUntil > 0) {
        const waitMs = node.restsUntil - clock.now()
        if (clock.now() + waitMs > deadline) throw lastError ?? resting(waitMs)
        await clock.sleep(Math.max(1, waitMs * (1 + random() * 0.1)), signal)
        continue
      }
      try {
        return await send(node.chosen, calls, read, signal)
      } catch (error) {
        signal?.throwIfAborted()
        const step = afterFailure(node.chosen, error, clock.now())
        if (step === 'give_up') throw error
        lastError = error
        if (step === 'elsewhere') passedOver.add(node.chosen)
        triedInRound.add(node.chosen)
      }
      attempt += 1
      if (attempt > attemptsMax || clock.now() > deadline) throw lastError
      const remaining = nodes.filter((other) => !passedOver.has(other) && !other.lacks(methods))
      if (remaining.length === 0) throw lastError
      if (remaining.some((other) => !triedInRound.has(other) && other.restsUntil(clock.now()) === 0)) continue
      triedInRound = new Set()
      const waitMs = Math.min(backoffMsMax, backoffMsFirst * 2 ** round++) * (0.5 + random() / 2)
      if (clock.now() + waitMs > deadline) throw lastError
      await clock.sleep(waitMs, signal)
    }
  }

  const askEach: NodePool['askEach'] = async (calls, read, askOptions = {}) => {
    const awake = nodes.filter((node) => node.restsUntil(clock.now()) === 0)
    if (nodes.length === 1 || awake.length === 0) return [await ask(calls, read, askOptions)]
    const said = await Promise.allSettled(awake.map((node) => send(node, calls, read, askOptions.signal)))
    askOptions.signal?.throwIfAborted()
    for (const [index, outcome] of said.entries()) {
      const node = awake[index]
      if (node && outcome.status === 'rejected') afterFailure(node, outcome.reason, clock.now())
    }
    const values = said.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    return values.length > 0 ? values : [await ask(calls, read, askOptions)]
  }

  return {
    size: nodes.length,
    ask,
    askEach,
    callMany: (calls, askOptions) => ask(calls, (results) => [...results], askOptions),
    call: (method, params, askOptions) => ask([{ method, params }], ([result]) => result, askOptions),
    mayHave: (block) => nodes.some(({ head }) => head === null || head >= block),
    health: () => nodes.map((node) => node.health(clock.now())),
  }
}

type Pick = { chosen: PoolNode; restsUntil: number } | 'all_busy'

/** The best of the nodes that have the block, then of the others; when all rest, the one that wakes first. */
function pick(nodes: readonly PoolNode[], minimumHead: number | undefined, now: number): Pick {
  const awake = nodes.filter((node) => node.restsUntil(now) === 0)
  const recent = awake.filter(({ head }) => minimumHead === undefined || head === null || head >= minimumHead)
  const candidates = recent.length > 0 ? recent : awake
  const [chosen] = candidates.filter((node) => !node.isFull).sort((a, b) => a.cost - b.cost)
  if (chosen) return { chosen, restsUntil: 0 }
  if (awake.length > 0) return 'all_busy'
  const [first] = nodes.toSorted((a, b) => a.restsUntil(now) - b.restsUntil(now))
  return first ? { chosen: first, restsUntil: first.restsUntil(now) } : 'all_busy'
}

/** Notes on the node what its failure says about it, and decides what follows for the question. */
function afterFailure(node: PoolNode, error: unknown, now: number): NextStep {
  const fault = error instanceof Error ? error.message : 'unknown'
  if (error instanceof InconsistentAnswer) {
    node.failed({ kind: 'transient' }, fault, now)
    return 'wait'
  }
  if (error instanceof TransportError) {
    const failure = classifyTransportError(error)
    if (failure.kind === 'too_many_results') return 'give_up'
    node.failed(failure, fault, now)
    return isLasting(failure) ? 'elsewhere' : 'wait'
  }
  if (!(error instanceof NodeRefusal)) return 'give_up'
  switch (error.failure.kind) {
    case 'unsupported':
      node.lacksMethod(error.method)
      return 'elsewhere'
    case 'missing_data':
      return 'elsewhere'
    case 'quota_exhausted':
    case 'denied':
      node.failed(error.failure, fault, now)
      return 'elsewhere'
    case 'rate_limited':
      node.failed(error.failure, fault, now)
      return 'wait'
    // The node is up and spoke: the next question to it need not wait.
    case 'transient':
      return 'wait'
    default:
      return 'give_up'
  }
}

const isLasting = ({ kind }: NodeFailure): boolean =>
  kind === 'quota_exhausted' || kind === 'denied' || kind === 'invalid'

const lacking = (methods: readonly string[]): ServiceError =>
  new NodeRefusal('every node', methods.join(', '), { code: -32601, message: 'method not found' })

const resting = (waitMs: number): ServiceError =>
  new ServiceError('not_available', 'Every node of this chain is resting after failures.', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
