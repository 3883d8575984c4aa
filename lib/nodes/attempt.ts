import { type Clock, sleep } from '#lib/base/clock.ts'
import type { Hedging } from './hedging.ts'
import type { NodeState } from './node-state.ts'
import type { NodeQuestion } from './question.ts'
import type { Verdict } from './verdict.ts'

export type Failed<Connection> = { node: NodeState<Connection>; error: unknown; sentAt: number }
type Attempt<Connection, T> = { node: NodeState<Connection>; value: T } | Failed<Connection>

export type AttemptOptions<Connection> = {
  clock: Clock
  hedging: Hedging | undefined
  verdictOf: (error: unknown) => Verdict
  /** Called when a request has ended, so that a waiting one may start. */
  onEnd: () => void
  /** Called when one of several requests in flight failed. */
  onFailure: (failed: Failed<Connection>) => void
}

export type NodeAttempts<Connection> = {
  /** Sends the question once. */
  once<T>(
    node: NodeState<Connection>,
    question: NodeQuestion<Connection, T>,
    signal: AbortSignal | undefined,
  ): Promise<Attempt<Connection, T>>
  /** Sends a slow request once more: to one of `others`, or to the same node. */
  hedged<T>(
    node: NodeState<Connection>,
    question: NodeQuestion<Connection, T>,
    signal: AbortSignal | undefined,
    others: (busy: ReadonlySet<NodeState<Connection>>) => readonly NodeState<Connection>[],
  ): Promise<Attempt<Connection, T>>
}

/** Maximum repetitions of a slow request. */
const repeatsMax = 3
/** Maximum retries of a repetition that gets an immediate 429, after a short wait each. */
const refusedMax = 5
const refusedWaitMs = 60
/** A request that takes longer is repeated regardless of the budget for repetitions. */
const overdueMs = 5_000

/** Sends questions to nodes and records response times, requests in flight and repetitions. */
export function createAttempts<Connection>(options: AttemptOptions<Connection>): NodeAttempts<Connection> {
  const { clock, hedging, verdictOf } = options

  const once: NodeAttempts<Connection>['once'] = async (node, question, signal) => {
    const sentAt = clock.now()
    node.inFlight += 1
    try {
      const answering = {
        name: node.name,
        noteHead: (head: number) => node.noteHead(head),
        distrust: (fault: string) => node.failed({ kind: 'transient' }, fault, clock.now(), sentAt),
      }
      const value = await question.ask(node.connection, answering, signal)
      const tookMs = clock.now() - sentAt
      node.succeeded(tookMs, question.kinds)
      hedging?.answered(question, tookMs)
      return { node, value }
    } catch (error) {
      return { node, error, sentAt }
    } finally {
      node.inFlight -= 1
      options.onEnd()
    }
  }

  /** An immediate refusal did not burden the node. */
  const isTooFast = (error: unknown): boolean => {
    const verdict = verdictOf(error)
    return verdict.next === 'rest' && verdict.failure.kind === 'rate_limited'
  }

  const hedged: NodeAttempts<Connection>['hedged'] = async <T>(
    node: NodeState<Connection>,
    question: NodeQuestion<Connection, T>,
    signal: AbortSignal | undefined,
    others: (busy: ReadonlySet<NodeState<Connection>>) => readonly NodeState<Connection>[],
  ) => {
    const plan = hedging?.plan(question)
    if (!hedging || !plan) return once(node, question, signal)
    const startedAt = clock.now()
    const over = new AbortController()
    const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal
    type UnderWay = { node: NodeState<Connection>; outcome: Promise<{ id: number; outcome: Attempt<Connection, T> }> }
    const underWay = new Map<number, UnderWay>()
    const start = (id: number, chosen: NodeState<Connection>): void => {
      const outcome = once(chosen, question, either).then((done) => ({ id, outcome: done }))
      underWay.set(id, { node: chosen, outcome })
    }
    let id = 0
    try {
      start(id, node)
      let repeatInMs = plan.delayMs
      for (let repeats = 0, refused = 0; ; ) {
        const slow = new AbortController()
        const waits = repeats < repeatsMax ? [sleep(clock, repeatInMs, slow.signal).catch(() => {})] : []
        const done = await Promise.race([...[...underWay.values()].map(({ outcome }) => outcome), ...waits])
        slow.abort()
        if (done) {
          underWay.delete(done.id)
          if ('value' in done.outcome) {
            for (const late of underWay.values()) late.node.wasSlow(clock.now() - startedAt)
            return done.outcome
          }
          const wasTooFast = isTooFast(done.outcome.error)
          if (done.id > 0 && wasTooFast) hedging.refund()
          // The caller records the returned failure.
          if (underWay.size === 0 || signal?.aborted) return done.outcome
          options.onFailure(done.outcome)
          // The first request is already known to be slow: the usual delay would only add to it.
          if (done.id > 0 && wasTooFast && refused++ < refusedMax) {
            repeats -= 1
            repeatInMs = Math.max(refusedWaitMs, node.restsAloneUntil(clock.now()) - clock.now())
          }
          continue
        }
        const busy = new Set([...underWay.values()].map((late) => late.node))
        const next = others(busy)[0] ?? (plan.mayRepeatOnSameNode && mayRepeatAt(node, clock.now()) ? node : undefined)
        const isOverdue = repeats === 0 && clock.now() - startedAt >= overdueMs
        if (next && (isOverdue || hedging.spend())) {
          repeats += 1
          start(++id, next)
        }
        repeatInMs = plan.delayMs * 2 ** repeats
      }
    } finally {
      over.abort()
    }
  }

  return { once, hedged }
}

const mayRepeatAt = (node: NodeState, now: number): boolean => node.hasRoom && node.restsAloneUntil(now) === 0
