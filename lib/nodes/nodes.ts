import { type Clock, sleep, systemClock } from '#lib/base/clock.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { afterFailure, createAskInTurn, type NoteFailure } from './ask-in-turn.ts'
import { createAttempts, Hedging, type NodeAttempts } from './attempt.ts'
import type { IdentityRules } from './compare-nodes.ts'
import { createIdentityCheck, type RefusedNode } from './identity-check.ts'
import { type NodeHealth, NodeState } from './node-state.ts'
import type { AskOptions, NodeQuestion } from './question.ts'
import type { Verdict } from './verdict.ts'

type AwakeOptions<Connection> = {
  clock: Clock
  attempts: NodeAttempts<Connection>
  /** How long after the first response the others are waited for; undefined waits for all of them. */
  lateMs: number | undefined
  noteFailure: NoteFailure<Connection>
}

/** If no node responds within this time, the nodes are tried in turn instead. */
const silentMsMax = 10_000

/** Sends a question to each node once, and returns the answers that arrive in time. */
const askAwake = async <Connection, T>(
  awake: readonly NodeState<Connection>[],
  question: NodeQuestion<Connection, T>,
  { clock, attempts, lateMs, noteFailure }: AwakeOptions<Connection>,
  { signal }: AskOptions,
): Promise<T[]> => {
  const over = new AbortController()
  const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal
  const values: T[] = []
  // A hanging node must not delay the others.
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
      if ('error' in outcome) return void noteFailure(outcome)
      values.push(outcome.value)
      if (values.length === 1 && lateMs !== undefined) void endSoon(lateMs)
    }),
  )
  over.abort()
  signal?.throwIfAborted()
  return values
}

export type NodesOptions<Connection> = {
  /** Concurrent requests per node; a rate-limited node gets fewer until it accepts more. */
  concurrency?: number
  /**
   * Successes after a refusal with a Retry-After before concurrency is raised again, since each such refusal costs the
   * wait.
   */
  successesHeld?: number
  attemptsMax?: number
  totalMs?: number
  /**
   * For callers that a visitor waits for: ends a question after this time, also while a node is silent, with `upstream_timeout`.
   * A question with `patience` ends later.
   */
  answerMs?: number
  /** Sends a slow request a second time, to another node or the same: see Hedging. */
  hedged?: boolean
  clock?: Clock
  /** 0 to 1; spreads waits. */
  random?: () => number
  verdictOf(error: unknown): Verdict
  /** The error if no node supports what a question needs. */
  lacking(needs: readonly string[]): ServiceError
  /** Nodes are compared with each other and with the index, and those of another chain are not used. */
  identity?: IdentityRules<Connection>
}

/** Several nodes of one chain. */
export type Nodes<Connection> = {
  readonly size: number
  /** Tries the healthiest node, then others, then the same again with growing delays. */
  ask<T>(question: NodeQuestion<Connection, T>, options?: AskOptions): Promise<T>
  /** Sends a question once to each node that is not resting, and returns the answers. Throws if there is none. */
  askEach<T>(question: NodeQuestion<Connection, T>, options?: AskOptions): Promise<T[]>
  /** Whether a node is known to have that block, or none is known to lack it. */
  mayHave(block: number): boolean
  health(): NodeHealth[]
  /** Nodes that are not used because they belong to another chain or history. */
  refused(): RefusedNode[]
}

/** @throws ServiceError if no node is given. */
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

  const noteFailure: NoteFailure<Connection> = (failed, { isOnly = false } = {}) => {
    const verdict = verdictOf(failed.error)
    if (verdict.next === 'rest' && verdict.isUnreachable) identity?.noteUnreachable(failed.node)
    return afterFailure(failed, verdict, clock.now(), isOnly)
  }

  const attempts = createAttempts<Connection>({
    clock,
    hedging,
    verdictOf,
    // All of them: the first in the queue may need another node.
    onEnd: () => {
      for (const free of waiting.splice(0)) free()
    },
    onFailure: (failed) => void noteFailure(failed),
  })

  const askInTurn = createAskInTurn<Connection>({
    ...options,
    clock,
    random,
    attempts,
    noteFailure,
    roomIsFree: () => new Promise<void>((free) => waiting.push(free)),
  })

  const identity =
    options.identity &&
    createIdentityCheck(nodes, options.identity, clock, (node, question, askOptions) =>
      askInTurn(() => [node], question, askOptions),
    )

  /** Runs `work` with the time limit of a question, if it has one. */
  const inTime = async <T>(askOptions: AskOptions, work: (limited: AskOptions) => Promise<T>): Promise<T> => {
    if (options.answerMs === undefined) return await work(askOptions)
    using limit = timeLimit(options.answerMs * (askOptions.patience ?? 1), 'The node did not answer in time.')
    const { signal } = askOptions
    return await work({ ...askOptions, signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal })
  }

  const askNow: Nodes<Connection>['ask'] = (question, askOptions = {}) =>
    askInTurn(() => identity?.accepted(askOptions.signal) ?? nodes, question, askOptions)

  const askEachNow = async <T>(question: NodeQuestion<Connection, T>, askOptions: AskOptions): Promise<T[]> => {
    const { signal } = askOptions
    const usable = (await identity?.accepted(signal)) ?? nodes
    const awake = usable.filter((node) => node.restsUntil(clock.now()) === 0)
    if (usable.length === 1 || awake.length === 0) return [await askNow(question, askOptions)]
    const lateMs = hedging?.plan(question)?.delayMs
    const values = await askAwake(awake, question, { clock, attempts, lateMs, noteFailure }, askOptions)
    return values.length > 0 ? values : [await askNow(question, askOptions)]
  }

  return {
    size: nodes.length,
    ask: (question, askOptions = {}) => inTime(askOptions, (limited) => askNow(question, limited)),
    askEach: (question, askOptions = {}) => inTime(askOptions, (limited) => askEachNow(question, limited)),
    mayHave: (block) => nodes.some(({ head }) => head === null || head >= block),
    health: () => nodes.map((node) => node.health(clock.now())),
    refused: () => identity?.refused() ?? [],
  }
}
