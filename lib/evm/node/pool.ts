import { ServiceError } from '#lib/api/errors.ts'
import { classifyTransportError, type NodeFailure } from './classify.ts'
import { type Clock, systemClock } from './clock.ts'
import { Hedging } from './hedging.ts'
import { InconsistentAnswer } from './inconsistent-answer.ts'
import { isRefusal, NodeRefusal } from './node-refusal.ts'
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
  /** Sends a request that is slow to come a second time, to another node or the same: see Hedging. */
  hedged?: boolean
  clock?: Clock
  /** 0 to 1; spreads waits. */
  random?: () => number
}

/** What to do after a failure: give up, try elsewhere at once, or wait first: a growing while, or briefly where the node itself rests. */
type NextStep = 'give_up' | 'elsewhere' | 'wait' | 'wait_briefly'

const backoffMsFirst = 125
const backoffMsMax = 10_000
const briefMs = 60
/** Requests that wait for one node do not all come in the moment it wakes. */
const restJitterMs = 50
/** Where each node is asked and none answers for so long, one after the other is. */
const silentMsMax = 10_000
/** How often one slow request is sent again. */
const repeatsMax = 3
/** After so long a request is sent again whatever others have cost. */
const overdueMs = 5_000

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

  const hedging = options.hedged ? new Hedging() : undefined

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
        distrust: (fault) => node.failed({ kind: 'transient' }, fault, clock.now(), startedAt),
      })
      const tookMs = clock.now() - startedAt
      node.succeeded(tookMs, methodsOf(calls))
      hedging?.answered(calls, tookMs)
      return value
    } finally {
      node.inFlight -= 1
      // All of them: the next in line may be one that this node cannot serve.
      for (const free of waiting.splice(0)) free()
    }
  }

  const attempt = async <T>(
    node: PoolNode,
    calls: readonly PoolCall[],
    read: (results: readonly unknown[], node: AnsweringNode) => T,
    signal: AbortSignal | undefined,
  ): Promise<Attempt<T>> => {
    const sentAt = clock.now()
    try {
      return { node, value: await send(node, calls, read, signal) }
    } catch (error) {
      return { node, error, sentAt }
    }
  }

  /** Like `attempt`, and again, at another node where there is one, while the answer is slow to come. */
  const hedgedAttempt = async <T>(
    node: PoolNode,
    calls: readonly PoolCall[],
    read: (results: readonly unknown[], node: AnsweringNode) => T,
    signal: AbortSignal | undefined,
    others: (busy: ReadonlySet<PoolNode>) => readonly PoolNode[],
  ): Promise<Attempt<T>> => {
    const plan = hedging?.plan(calls)
    if (!hedging || !plan) return attempt(node, calls, read, signal)
    const startedAt = clock.now()
    const over = new AbortController()
    const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal
    const underWay = new Map<number, { node: PoolNode; outcome: Promise<{ id: number; outcome: Attempt<T> }> }>()
    const start = (id: number, chosen: PoolNode): void => {
      const outcome = attempt(chosen, calls, read, either).then((done) => ({ id, outcome: done }))
      underWay.set(id, { node: chosen, outcome })
    }
    try {
      start(0, node)
      for (let repeats = 0; ; ) {
        const slow = new AbortController()
        const waits =
          repeats < repeatsMax ? [clock.sleep(plan.delayMs * 2 ** repeats, slow.signal).catch(() => {})] : []
        const done = await Promise.race([...[...underWay.values()].map(({ outcome }) => outcome), ...waits])
        slow.abort()
        if (done) {
          underWay.delete(done.id)
          if ('value' in done.outcome) {
            for (const late of underWay.values()) late.node.wasSlow(clock.now() - startedAt)
            return done.outcome
          }
          if (done.id > 0 && isTooFast(done.outcome.error)) hedging.refund()
          // The caller notes the failure that is returned.
          if (underWay.size === 0 || signal?.aborted) return done.outcome
          afterFailure(done.outcome, clock.now())
          continue
        }
        const busy = new Set([...underWay.values()].map((late) => late.node))
        const next = others(busy)[0] ?? (plan.mayAskSameNode && mayRepeatAt(node, clock.now()) ? node : undefined)
        const isOverdue = repeats === 0 && clock.now() - startedAt >= overdueMs
        if (next && (isOverdue || hedging.spend())) start(++repeats, next)
      }
    } finally {
      over.abort()
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
    for (let attemptNumber = 1; ; ) {
      signal?.throwIfAborted()
      const able = ableNodes(nodes, passedOver, methods, clock.now())
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
        await clock.sleep(Math.max(1, waitMs + random() * restJitterMs), signal)
        continue
      }
      const others = (busy: ReadonlySet<PoolNode>): PoolNode[] =>
        ranked(
          ableNodes(nodes, passedOver, methods, clock.now()).filter(
            (other) => !busy.has(other) && other.restsUntil(clock.now()) === 0,
          ),
          minimumHead,
        )
      const outcome = await hedgedAttempt(node.chosen, calls, read, signal, others)
      if ('value' in outcome) return outcome.value
      const { error } = outcome
      signal?.throwIfAborted()
      const isOnly = nodes.every((other) => other === outcome.node || other.restsUntil(clock.now()) > 0)
      const step = afterFailure(outcome, clock.now(), isOnly)
      if (step === 'give_up') throw error
      lastError = error
      if (step === 'elsewhere') passedOver.add(outcome.node)
      triedInRound.add(outcome.node)
      attemptNumber += 1
      if (attemptNumber > attemptsMax || clock.now() > deadline) throw lastError
      const remaining = ableNodes(nodes, passedOver, methods, clock.now())
      if (remaining.length === 0) throw lastError
      if (remaining.some((other) => !triedInRound.has(other) && other.restsUntil(clock.now()) === 0)) continue
      triedInRound = new Set()
      const longestMs = step === 'wait_briefly' ? briefMs : Math.min(backoffMsMax, backoffMsFirst * 2 ** round++)
      const waitMs = longestMs * (0.5 + random() / 2)
      if (clock.now() + waitMs > deadline) throw lastError
      await clock.sleep(waitMs, signal)
    }
  }

  const askEach = async <T>(
    calls: readonly PoolCall[],
    read: (results: readonly unknown[], node: AnsweringNode) => T,
    askOptions: AskOptions = {},
  ): Promise<T[]> => {
    const awake = nodes.filter((node) => node.restsUntil(clock.now()) === 0)
    if (nodes.length === 1 || awake.length === 0) return [await ask(calls, read, askOptions)]
    const over = new AbortController()
    const { signal } = askOptions
    const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal
    const values: T[] = []
    // One that hangs must not hold up the others.
    const lateMs = hedging?.plan(calls)?.delayMs
    const endSoon = (ms: number) =>
      clock.sleep(ms, either).then(
        () => over.abort(),
        () => {},
      )
    if (lateMs !== undefined) void endSoon(silentMsMax)
    await Promise.all(
      awake.map(async (node) => {
        const outcome = await attempt(node, calls, read, either)
        if (either.aborted) return
        if ('error' in outcome) return void afterFailure(outcome, clock.now())
        values.push(outcome.value)
        if (values.length === 1 && lateMs !== undefined) void endSoon(lateMs)
      }),
    )
    over.abort()
    signal?.throwIfAborted()
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

type Failed = { node: PoolNode; error: unknown; sentAt: number }
type Attempt<T> = { node: PoolNode; value: T } | Failed

/** A node that says no at once was not burdened. */
const isTooFast = (error: unknown): boolean =>
  isRefusal(error, 'rate_limited') ||
  (error instanceof TransportError && classifyTransportError(error).kind === 'rate_limited')

const mayRepeatAt = (node: PoolNode, now: number): boolean => node.hasRoom && node.restsAloneUntil(now) === 0

const methodsOf = (calls: readonly PoolCall[]): string[] => [...new Set(calls.map(({ method }) => method))]

/** The nodes that a question may still go to. */
const ableNodes = (
  nodes: readonly PoolNode[],
  passedOver: ReadonlySet<PoolNode>,
  methods: readonly string[],
  now: number,
): PoolNode[] => nodes.filter((node) => !passedOver.has(node) && !node.lacks(methods, now))

type Pick = { chosen: PoolNode; restsUntil: number } | 'all_busy'

/** The nodes that have the block, or else all of them, without those that have enough to do; the best first. */
function ranked(awake: readonly PoolNode[], minimumHead: number | undefined): PoolNode[] {
  const recent = awake.filter(({ head }) => minimumHead === undefined || head === null || head >= minimumHead)
  const candidates = recent.length > 0 ? recent : awake
  return candidates.filter((node) => !node.isFull).sort((a, b) => a.cost - b.cost)
}

/** The best of the nodes; when all rest, the one that wakes first. */
function pick(nodes: readonly PoolNode[], minimumHead: number | undefined, now: number): Pick {
  const isAnyAwake = nodes.some((node) => node.restsUntil(now) === 0)
  const restsUntil = (node: PoolNode): number => (isAnyAwake ? node.restsUntil(now) : node.restsAloneUntil(now))
  const awake = nodes.filter((node) => restsUntil(node) === 0)
  const [chosen] = ranked(awake, minimumHead)
  if (chosen) return { chosen, restsUntil: 0 }
  if (awake.length > 0) return 'all_busy'
  const [first] = nodes.toSorted((a, b) => restsUntil(a) - restsUntil(b))
  return first ? { chosen: first, restsUntil: restsUntil(first) } : 'all_busy'
}

/** The only node is asked again so often within one question, though its key or quota was refused. */
const refusalsRetriedMax = 3

/** Notes on the node what its failure says about it, and decides what follows for the question. */
function afterFailure({ node, error, sentAt }: Failed, now: number, isOnly = false): NextStep {
  const fault = error instanceof Error ? error.message : 'unknown'
  const note = (failure: NodeFailure): NextStep => {
    node.failed(failure, fault, now, sentAt)
    if (failure.kind === 'rate_limited') return 'wait_briefly'
    if (!isLasting(failure)) return 'wait'
    return isOnly && failure.kind !== 'invalid' && node.failuresInRow <= refusalsRetriedMax ? 'wait' : 'elsewhere'
  }
  if (error instanceof InconsistentAnswer) return note({ kind: 'transient' })
  if (error instanceof TransportError) {
    const failure = classifyTransportError(error)
    // One node may send rubbish without end, another the answer.
    return failure.kind === 'too_many_results' ? 'elsewhere' : note(failure)
  }
  if (!(error instanceof NodeRefusal)) return 'give_up'
  switch (error.failure.kind) {
    case 'unsupported':
      return node.lacksMethod(error.method, now) ? 'elsewhere' : note({ kind: 'transient' })
    case 'missing_data':
      return 'elsewhere'
    case 'quota_exhausted':
    case 'denied':
    case 'rate_limited':
      return note(error.failure)
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
