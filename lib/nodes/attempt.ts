import { type Clock, sleep } from '#lib/base/clock.ts'
import type { NodeState } from './node-state.ts'
import type { NodeQuestion } from './question.ts'
import type { Verdict } from './verdict.ts'

type Timed = Pick<NodeQuestion<never, unknown>, 'kinds' | 'size' | 'repeat'>

/** Used until enough response times are known. */
export const hedgeDelayMsUnknown = 400
const delayMsMin = 150
const delayMsMax = 10_000
const samplesMin = 3
const samplesMax = 50
/** Repeated requests are at most a tenth of all, with a small burst. */
const tokensPerRequest = 0.1
const tokensMax = 4

type HedgePlan = { delayMs: number; mayRepeatOnSameNode: boolean }
type Sample = { size: number; tookMs: number }

/** Decides when a slow request is repeated: after one and a half times the 95th percentile of similar requests. */
export class Hedging {
  readonly #samples = new Map<string, Sample[]>()
  #tokens = tokensMax

  /** Counts one request; undefined if it must not be sent twice. */
  plan(question: Timed): HedgePlan | undefined {
    this.#tokens = Math.min(tokensMax, this.#tokens + tokensPerRequest)
    if (question.repeat === 'never') return undefined
    return { delayMs: this.#delayMs(question), mayRepeatOnSameNode: question.repeat === 'anywhere' }
  }

  answered(question: Timed, tookMs: number): void {
    const key = keyOf(question)
    const samples = this.#samples.get(key) ?? []
    samples.push({ size: question.size, tookMs })
    if (samples.length > samplesMax) samples.shift()
    this.#samples.set(key, samples)
  }

  /** Whether a request may be repeated now; takes a token if so. */
  spend(): boolean {
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }

  refund(): void {
    this.#tokens = Math.min(tokensMax, this.#tokens + 1)
  }

  /**
   * A larger request takes longer, at most in proportion, so each size gives an upper bound, and the lowest is used.
   * Otherwise a small hanging request would wait as long as a large one takes.
   */
  #delayMs(question: Timed): number {
    const samples = this.#samples.get(keyOf(question)) ?? []
    const bySize = Map.groupBy(samples, ({ size }) => Math.round(Math.log2(size)))
    const bounds = [samples, ...bySize.values()]
      .filter((group) => group.length >= samplesMin)
      .map((group) => percentile95(group.map(({ tookMs, size }) => tookMs * Math.max(1, question.size / size))))
    if (bounds.length === 0) return hedgeDelayMsUnknown
    return Math.min(delayMsMax, Math.max(delayMsMin, Math.min(...bounds) * 1.5))
  }
}

const percentile95 = (timesMs: readonly number[]): number => {
  const ordered = timesMs.toSorted((a, b) => a - b)
  return ordered[Math.ceil(ordered.length * 0.95) - 1] ?? hedgeDelayMsUnknown
}

const keyOf = ({ kinds }: Timed): string => [...new Set(kinds)].sort().join()

export type Failed<Connection> = { node: NodeState<Connection>; error: unknown; sentAt: number }
type Attempt<Connection, T> = { node: NodeState<Connection>; value: T } | Failed<Connection>

type AttemptOptions<Connection> = {
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

/** Requests for the same answer, by number: 0 is the first. */
const createRace = <Connection, T>(send: (node: NodeState<Connection>) => Promise<Attempt<Connection, T>>) => {
  type Runner = { node: NodeState<Connection>; outcome: Promise<{ id: number; outcome: Attempt<Connection, T> }> }
  const underWay = new Map<number, Runner>()
  return {
    start: (id: number, node: NodeState<Connection>): void => {
      underWay.set(id, { node, outcome: send(node).then((outcome) => ({ id, outcome })) })
    },
    /** The next request that ends; undefined if a wait is over first. */
    next: async (waits: readonly Promise<void>[]) => {
      const done = await Promise.race([...[...underWay.values()].map(({ outcome }) => outcome), ...waits])
      if (done) underWay.delete(done.id)
      return done
    },
    nodes: () => [...underWay.values()].map(({ node }) => node),
  }
}

/** Sends questions to nodes and records response times, requests in flight and repetitions. */
export function createAttempts<Connection>(options: AttemptOptions<Connection>): NodeAttempts<Connection> {
  const { clock, hedging, verdictOf } = options

  const once: NodeAttempts<Connection>['once'] = async (node, question, signal) => {
    const sentAt = clock.now()
    node.inFlight += 1
    try {
      const value = await question.ask(node.connection, answeringNode(node, clock, sentAt), signal)
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
    const race = createRace((chosen: NodeState<Connection>) => once(chosen, question, either))
    let id = 0
    try {
      race.start(id, node)
      let repeatInMs = plan.delayMs
      for (let repeats = 0, refused = 0; ; ) {
        const slow = new AbortController()
        const waits = repeats < repeatsMax ? [sleep(clock, repeatInMs, slow.signal).catch(() => {})] : []
        const done = await race.next(waits)
        slow.abort()
        if (done) {
          if ('value' in done.outcome) {
            for (const late of race.nodes()) late.wasSlow(clock.now() - startedAt)
            return done.outcome
          }
          const wasTooFast = isTooFast(verdictOf(done.outcome.error))
          if (done.id > 0 && wasTooFast) hedging.refund()
          // The caller records the returned failure.
          if (race.nodes().length === 0 || signal?.aborted) return done.outcome
          options.onFailure(done.outcome)
          // The first request is already known to be slow: the usual delay would only add to it.
          if (done.id > 0 && wasTooFast && refused++ < refusedMax) {
            repeats -= 1
            repeatInMs = Math.max(refusedWaitMs, node.restsAloneUntil(clock.now()) - clock.now())
          }
          continue
        }
        const next =
          others(new Set(race.nodes()))[0] ??
          (plan.mayRepeatOnSameNode && mayRepeatAt(node, clock.now()) ? node : undefined)
        const isOverdue = repeats === 0 && clock.now() - startedAt >= overdueMs
        if (next && (isOverdue || hedging.spend())) {
          repeats += 1
          race.start(++id, next)
        }
        repeatInMs = plan.delayMs * 2 ** repeats
      }
    } finally {
      over.abort()
    }
  }

  return { once, hedged }
}

const answeringNode = (node: NodeState, clock: Clock, sentAt: number) => ({
  name: node.name,
  noteHead: (head: number) => node.noteHead(head),
  distrust: (fault: string) => node.failed({ kind: 'transient' }, fault, clock.now(), sentAt),
})

/** An immediate refusal did not burden the node. */
const isTooFast = (verdict: Verdict): boolean => verdict.next === 'rest' && verdict.failure.kind === 'rate_limited'

const mayRepeatAt = (node: NodeState, now: number): boolean => node.hasRoom && node.restsAloneUntil(now) === 0
