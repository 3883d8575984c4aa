import { type Clock, sleep } from '#lib/base/clock.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { untilAborted } from '#lib/base/until-aborted.ts'
import type { Failed, NodeAttempts } from './attempt.ts'
import type { NodeState } from './node-state.ts'
import type { AskOptions, NodeQuestion } from './question.ts'
import { isLasting, type Verdict } from './verdict.ts'

/**
 * The reaction to a failure: give up, try another node at once, or wait first, with growing delays or briefly. `once_more`:
 * this node is asked at most twice.
 */
type NextStep = 'give_up' | 'elsewhere' | 'once_more' | 'wait' | 'wait_briefly'

/** Records a failure. `isOnly`: no other node is left. */
export type NoteFailure<Connection> = (failed: Failed<Connection>, circumstances?: { isOnly?: boolean }) => NextStep

/** How often a question is retried on a single node after its key or quota was refused. */
const refusalsRetriedMax = 3

/** Records a failure on the node, and decides how to continue with the question. */
export const afterFailure = <Connection>(
  { node, error, sentAt }: Failed<Connection>,
  verdict: Verdict,
  now: number,
  isOnly: boolean,
): NextStep => {
  if (verdict.next === 'give_up' || verdict.next === 'elsewhere') return verdict.next
  if (verdict.next === 'again') return 'wait'
  if (verdict.next === 'lacks') {
    node.noteLack(verdict.kind, now)
    return 'elsewhere'
  }
  const fault = error instanceof Error ? error.message : 'unknown'
  if (verdict.next === 'doubt') {
    if (!isOnly) node.doubted(fault)
    return verdict.isFinal ? 'elsewhere' : 'once_more'
  }
  const { failure } = verdict
  node.failed(failure, fault, now, sentAt)
  if (failure.kind === 'rate_limited') return 'wait_briefly'
  if (!isLasting(failure)) return 'wait'
  return isOnly && node.failuresInRow <= refusalsRetriedMax ? 'wait' : 'elsewhere'
}

type Choice<Node> = { chosen: Node; restsUntil: number } | 'all_busy'

/** The nodes that have the block, or all if none has it, without those at their limit; the best first. */
function ranked<Node extends NodeState>(awake: readonly Node[], minimumHead: number | undefined): Node[] {
  const recent = awake.filter(({ head }) => minimumHead === undefined || head === null || head >= minimumHead)
  const candidates = recent.length > 0 ? recent : awake
  return candidates.filter((node) => !node.isFull).sort((a, b) => a.cost - b.cost)
}

/** The best node; if all rest, the one that is available first. */
function chooseNode<Node extends NodeState>(
  nodes: readonly Node[],
  minimumHead: number | undefined,
  now: number,
): Choice<Node> {
  const isAnyAwake = nodes.some((node) => node.restsUntil(now) === 0)
  const restsUntil = (node: NodeState): number => (isAnyAwake ? node.restsUntil(now) : node.restsAloneUntil(now))
  const awake = nodes.filter((node) => restsUntil(node) === 0)
  const [chosen] = ranked(awake, minimumHead)
  if (chosen) return { chosen, restsUntil: 0 }
  if (awake.length > 0) return 'all_busy'
  const [first] = nodes.toSorted((a, b) => restsUntil(a) - restsUntil(b))
  return first ? { chosen: first, restsUntil: restsUntil(first) } : 'all_busy'
}

type TurnOptions<Connection> = {
  clock: Clock
  /** 0 to 1; spreads waits. */
  random: () => number
  attempts: NodeAttempts<Connection>
  attemptsMax?: number
  totalMs?: number
  verdictOf(error: unknown): Verdict
  lacking(needs: readonly string[]): ServiceError
  noteFailure: NoteFailure<Connection>
  /** Resolves when any request has ended. */
  roomIsFree(): Promise<void>
}

/** `candidates` is called before each attempt, and throws if no node is usable. */
type AskInTurn<Connection> = <T>(
  candidates: () => Promise<readonly NodeState<Connection>[]> | readonly NodeState<Connection>[],
  question: NodeQuestion<Connection, T>,
  options: AskOptions,
) => Promise<T>

const backoffMsFirst = 125
const backoffMsMax = 10_000
const briefMs = 30
/** Spreads the requests that wait for a resting node. */
const restJitterMs = 50

/** Tries the healthiest node, then others, then the same again with growing delays. */
export const createAskInTurn = <Connection>(options: TurnOptions<Connection>): AskInTurn<Connection> => {
  const { clock, random, attempts, verdictOf, noteFailure } = options

  return async (candidates, question, askOptions) => {
    const { signal, minimumHead } = askOptions
    const attemptsMax = askOptions.attemptsMax ?? options.attemptsMax ?? 9
    const deadline = clock.now() + (askOptions.totalMs ?? options.totalMs ?? 90_000)
    const passedOver = new Set<NodeState<Connection>>()
    const doubted = new Set<NodeState<Connection>>()
    let triedInRound = new Set<NodeState<Connection>>()
    let lastError: unknown
    let round = 0
    let isAnswered = false
    const isAwake = (node: NodeState<Connection>): boolean => node.restsUntil(clock.now()) === 0
    const isAble = (node: NodeState<Connection>): boolean =>
      !passedOver.has(node) && !node.lacks(question.needs, clock.now())
    for (let attemptNumber = 1; ; ) {
      signal?.throwIfAborted()
      const usable = await candidates()
      const able = usable.filter(isAble)
      if (able.length === 0) throw lastError ?? options.lacking(question.needs)
      const fresh = able.filter((node) => !triedInRound.has(node) && isAwake(node))
      const node = chooseNode(fresh.length > 0 ? fresh : able, minimumHead, clock.now())
      if (node === 'all_busy') {
        await untilAborted(options.roomIsFree(), signal)
        continue
      }
      if (node.restsUntil > 0) {
        if (isAnswered) throw lastError
        const restMs = node.restsUntil - clock.now()
        if (clock.now() + restMs > deadline) throw lastError ?? resting(restMs)
        await sleep(clock, Math.max(1, restMs + random() * restJitterMs), signal)
        continue
      }
      const others = (busy: ReadonlySet<NodeState<Connection>>): NodeState<Connection>[] =>
        ranked(
          usable.filter((other) => isAble(other) && !busy.has(other) && isAwake(other)),
          minimumHead,
        )
      const outcome = await attempts.hedged(node.chosen, question, signal, others)
      if ('value' in outcome) return outcome.value
      signal?.throwIfAborted()
      const isOnly = usable.every((other) => other === outcome.node || !isAwake(other))
      const step = noteFailure(outcome, { isOnly })
      lastError = outcome.error
      if (step === 'give_up') throw lastError
      if (step === 'elsewhere' || (step === 'once_more' && doubted.has(outcome.node))) passedOver.add(outcome.node)
      if (step === 'once_more') doubted.add(outcome.node)
      isAnswered ||= isAnswer(verdictOf(lastError))
      triedInRound.add(outcome.node)
      attemptNumber += 1
      if (attemptNumber > attemptsMax || clock.now() > deadline) throw lastError
      const remaining = usable.filter(isAble)
      if (remaining.length === 0) throw lastError
      if (remaining.some((other) => !triedInRound.has(other) && isAwake(other))) continue
      if (isAnswered) throw lastError
      triedInRound = new Set()
      const longestMs = step === 'wait_briefly' ? briefMs : Math.min(backoffMsMax, backoffMsFirst * 2 ** round++)
      const waitMs = longestMs * (0.5 + random() / 2)
      if (clock.now() + waitMs > deadline) throw lastError
      await sleep(clock, waitMs, signal)
    }
  }
}

const isAnswer = (verdict: Verdict): boolean => verdict.next === 'elsewhere' && verdict.isAnswer === true

const resting = (waitMs: number): ServiceError =>
  new ServiceError('not_available', 'Every node of this chain is paused after failures.', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
