import { type Clock, sleep, systemClock } from '#lib/api/clock.ts'
import { ServiceError } from '#lib/api/errors.ts'
import { createAttempts, type Failed } from './attempt.ts'
import { chooseNode, ranked } from './choose-node.ts'
import { Hedging } from './hedging.ts'
import { createIdentityCheck, type IdentityRules, type RefusedNode } from './identity-check.ts'
import { type NodeHealth, NodeState } from './node-state.ts'
import type { AskOptions, Question } from './question.ts'
import { isLasting, type Verdict } from './verdict.ts'

export type NodesOptions<Connection> = {
  /** Requests at a time to each node; a rate-limited node gets fewer until it accepts more. */
  concurrency?: number
  /** Answers after a refusal with a stated wait before more requests at a time are tried: each such refusal costs the wait. */
  successesHeld?: number
  attemptsMax?: number
  totalMs?: number
  /** Sends a slow request a second time, to another node or the same: see Hedging. */
  hedged?: boolean
  clock?: Clock
  /** 0 to 1; spreads waits. */
  random?: () => number
  verdictOf(error: unknown): Verdict
  /** The error where no node supports what a question needs. */
  lacking(needs: readonly string[]): ServiceError
  /** Nodes are compared with each other and with what is stored, and those of another chain are not asked. */
  identity?: IdentityRules<Connection>
}

/** Several nodes of one chain. */
export type Nodes<Connection> = {
  readonly size: number
  /** Asks the healthiest node, then others, then the same again after growing waits. */
  ask<T>(question: Question<Connection, T>, options?: AskOptions): Promise<T>
  /** Asks each node that is not resting, once; the answers of those that answer. Throws when none does. */
  askEach<T>(question: Question<Connection, T>, options?: AskOptions): Promise<T[]>
  /** Whether a node is known to have that block, or none is known to lack it. */
  mayHave(block: number): boolean
  health(): NodeHealth[]
  /** Nodes that are not asked because they are of another chain or history. */
  refused(): RefusedNode[]
}

/** What to do after a failure: give up, ask another node at once, or wait first: longer each time, or briefly. */
type NextStep = 'give_up' | 'elsewhere' | 'wait' | 'wait_briefly'

const backoffMsFirst = 125
const backoffMsMax = 10_000
const briefMs = 30
/** Requests that wait for one node do not all come in the moment it wakes. */
const restJitterMs = 50
/** Where each node is asked and none answers for this long, one after the other is. */
const silentMsMax = 10_000
/** How often one question is sent again to the only node after its key or quota was refused. */
const refusalsRetriedMax = 3

/** @throws ServiceError where no node is given. */
export function createNodes<Connection>(
  connections: readonly { name: string; connection: Connection }[],
  options: NodesOptions<Connection>,
): Nodes<Connection> {
  const { concurrency = 8, clock = systemClock, random = Math.random, verdictOf } = options
  const nodes = connections.map(
    ({ name, connection }) => new NodeState(name, connection, concurrency, options.successesHeld),
  )
  if (nodes.length === 0) throw new ServiceError('not_available', 'No node is configured for this chain.')
  const waiting: (() => void)[] = []
  const hedging = options.hedged ? new Hedging() : undefined

  /** Notes on the node what its failure says about it, and decides what follows for the question. */
  const afterFailure = ({ node, error, sentAt }: Failed<Connection>, isOnly = false): NextStep => {
    const verdict = verdictOf(error)
    if (verdict.next === 'give_up' || verdict.next === 'elsewhere') return verdict.next
    if (verdict.next === 'again') return 'wait'
    const now = clock.now()
    if (verdict.next === 'lacks') {
      node.noteLack(verdict.kind, now)
      return 'elsewhere'
    }
    const { failure } = verdict
    node.failed(failure, error instanceof Error ? error.message : 'unknown', now, sentAt)
    if (verdict.isUnreachable) identity?.noteUnreachable(node)
    if (failure.kind === 'rate_limited') return 'wait_briefly'
    if (!isLasting(failure)) return 'wait'
    return isOnly && failure.kind !== 'invalid' && node.failuresInRow <= refusalsRetriedMax ? 'wait' : 'elsewhere'
  }

  const attempts = createAttempts<Connection>({
    clock,
    hedging,
    verdictOf,
    // All of them: the next in line may be one that this node cannot serve.
    onEnd: () => {
      for (const free of waiting.splice(0)) free()
    },
    onFailure: (failed) => void afterFailure(failed),
  })

  /** `candidates` is called before each attempt, and throws where no node may be asked. */
  const askOf = async <T>(
    candidates: () => Promise<readonly NodeState<Connection>[]> | readonly NodeState<Connection>[],
    question: Question<Connection, T>,
    askOptions: AskOptions,
  ): Promise<T> => {
    const {
      signal,
      minimumHead,
      attemptsMax = options.attemptsMax ?? 9,
      totalMs = options.totalMs ?? 90_000,
    } = askOptions
    const deadline = clock.now() + totalMs
    const passedOver = new Set<NodeState<Connection>>()
    let triedInRound = new Set<NodeState<Connection>>()
    let lastError: unknown
    let round = 0
    let isAnswered = false
    const isAble = (node: NodeState<Connection>): boolean =>
      !passedOver.has(node) && !node.lacks(question.needs, clock.now())
    for (let attemptNumber = 1; ; ) {
      signal?.throwIfAborted()
      const usable = await candidates()
      const able = usable.filter(isAble)
      if (able.length === 0) throw lastError ?? options.lacking(question.needs)
      const fresh = able.filter((node) => !triedInRound.has(node) && node.restsUntil(clock.now()) === 0)
      const node = chooseNode(fresh.length > 0 ? fresh : able, minimumHead, clock.now())
      if (node === 'all_busy') {
        await new Promise<void>((free) => waiting.push(free))
        continue
      }
      if (node.restsUntil > 0) {
        if (isAnswered) throw lastError
        const waitMs = node.restsUntil - clock.now()
        if (clock.now() + waitMs > deadline) throw lastError ?? resting(waitMs)
        await sleep(clock, Math.max(1, waitMs + random() * restJitterMs), signal)
        continue
      }
      const others = (busy: ReadonlySet<NodeState<Connection>>): NodeState<Connection>[] =>
        ranked(
          usable.filter((other) => isAble(other) && !busy.has(other) && other.restsUntil(clock.now()) === 0),
          minimumHead,
        )
      const outcome = await attempts.hedged(node.chosen, question, signal, others)
      if ('value' in outcome) return outcome.value
      const { error } = outcome
      signal?.throwIfAborted()
      const isOnly = usable.every((other) => other === outcome.node || other.restsUntil(clock.now()) > 0)
      const step = afterFailure(outcome, isOnly)
      if (step === 'give_up') throw error
      lastError = error
      if (step === 'elsewhere') passedOver.add(outcome.node)
      isAnswered ||= isAnswer(verdictOf(error))
      triedInRound.add(outcome.node)
      attemptNumber += 1
      if (attemptNumber > attemptsMax || clock.now() > deadline) throw lastError
      const remaining = usable.filter(isAble)
      if (remaining.length === 0) throw lastError
      if (remaining.some((other) => !triedInRound.has(other) && other.restsUntil(clock.now()) === 0)) continue
      if (isAnswered) throw lastError
      triedInRound = new Set()
      const longestMs = step === 'wait_briefly' ? briefMs : Math.min(backoffMsMax, backoffMsFirst * 2 ** round++)
      const waitMs = longestMs * (0.5 + random() / 2)
      if (clock.now() + waitMs > deadline) throw lastError
      await sleep(clock, waitMs, signal)
    }
  }

  const identity =
    options.identity &&
    createIdentityCheck(nodes, options.identity, clock, (node, question, askOptions) =>
      askOf(() => [node], question, askOptions),
    )

  const ask: Nodes<Connection>['ask'] = (question, askOptions = {}) =>
    askOf(() => identity?.accepted(askOptions.signal) ?? nodes, question, askOptions)

  const askEach: Nodes<Connection>['askEach'] = async <T>(
    question: Question<Connection, T>,
    askOptions: AskOptions = {},
  ): Promise<T[]> => {
    const { signal } = askOptions
    const usable = (await identity?.accepted(signal)) ?? nodes
    const awake = usable.filter((node) => node.restsUntil(clock.now()) === 0)
    if (usable.length === 1 || awake.length === 0) return [await ask(question, askOptions)]
    const over = new AbortController()
    const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal
    const values: T[] = []
    // One that hangs must not hold up the others.
    const lateMs = hedging?.plan(question)?.delayMs
    const endSoon = (ms: number) =>
      sleep(clock, ms, either).then(
        () => over.abort(),
        () => {},
      )
    if (lateMs !== undefined) void endSoon(silentMsMax)
    await Promise.all(
      awake.map(async (node) => {
        const outcome = await attempts.once(node, question, either)
        if (either.aborted) return
        if ('error' in outcome) return void afterFailure(outcome)
        values.push(outcome.value)
        if (values.length === 1 && lateMs !== undefined) void endSoon(lateMs)
      }),
    )
    over.abort()
    signal?.throwIfAborted()
    return values.length > 0 ? values : [await ask(question, askOptions)]
  }

  return {
    size: nodes.length,
    ask,
    askEach,
    mayHave: (block) => nodes.some(({ head }) => head === null || head >= block),
    health: () => nodes.map((node) => node.health(clock.now())),
    refused: () => identity?.refused() ?? [],
  }
}

const isAnswer = (verdict: Verdict): boolean => verdict.next === 'elsewhere' && verdict.isAnswer === true

const resting = (waitMs: number): ServiceError =>
  new ServiceError('not_available', 'Every node of this chain is paused after failures.', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
