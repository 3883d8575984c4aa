import type { Clock } from '#lib/base/clock.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { Log } from '#lib/base/log.ts'
import { untilAborted } from '#lib/base/until-aborted.ts'
import {
  type ComparedNode,
  compareNodes,
  type IdentityRules,
  type NodeVerdict,
  type Testimony,
} from './compare-nodes.ts'
import type { NodeState } from './node-state.ts'
import type { AskOptions, NodeQuestion } from './question.ts'

/**
 * A node that is not used. `reason` is a sentence for the status page that names the node by its position in the
 * configuration.
 */
export type RefusedNode = { position: number; name: string; reason: string }

type IdentityCheck<Connection> = {
  /** The usable nodes. The first call, and one after a lost connection, wait for the check. */
  accepted(signal: AbortSignal | undefined): Promise<readonly NodeState<Connection>[]>
  /** The connection failed: another node may respond at that address next. */
  noteUnreachable(node: NodeState<Connection>): void
  refused(): RefusedNode[]
}

/** A check is a handful of calls to each node. */
const checkEveryMs = 60_000
const refusedCheckEveryMs = 15_000
/** Minimum interval of checks after lost connections. */
const lostCheckEveryMs = 1_000
const unansweredCheckMs = { first: 1_000, max: 30_000 }
/** A check that fails after that long waited for nodes that do not answer. */
const silentMsMin = 2_000

type Checked = Pick<NodeVerdict<unknown>, 'is' | 'checkedAt' | 'lostAt' | 'unanswered'>

const isLost = ({ lostAt, checkedAt }: Checked, now: number): boolean =>
  lostAt !== undefined && now - checkedAt >= lostCheckEveryMs

const isDue = (verdict: Checked, now: number): boolean => {
  const ageMs = now - verdict.checkedAt
  if (verdict.unanswered > 0)
    return ageMs >= Math.min(unansweredCheckMs.first * 2 ** (verdict.unanswered - 1), unansweredCheckMs.max)
  if (verdict.is === 'unchecked' || isLost(verdict, now)) return true
  return ageMs >= (verdict.is === 'refused' ? refusedCheckEveryMs : checkEveryMs)
}

const uncheckedVerdict = <Connection>(node: NodeState<Connection>, at: number): NodeVerdict<Connection> => ({
  node,
  position: at + 1,
  is: 'unchecked',
  checkedAt: Number.NEGATIVE_INFINITY,
  lostAt: undefined,
  unanswered: 0,
  refusal: undefined,
})

/** Updates the verdict on a node by the result of a check that was started at `startedAt`. */
const judgeNode = <Connection>(result: ComparedNode<Connection>, startedAt: number, now: number): void => {
  const { verdict, testimony, wrong } = result
  const wasLost = verdict.lostAt !== undefined
  verdict.checkedAt = now
  if (testimony instanceof Error) {
    verdict.unanswered += 1
    if (wasLost && verdict.is === 'accepted') verdict.is = 'unchecked'
    return
  }
  verdict.unanswered = 0
  if (verdict.lostAt !== undefined && verdict.lostAt <= startedAt) verdict.lostAt = undefined
  verdict.is = wrong ? 'refused' : 'accepted'
  verdict.refusal = wrong
}

/** Compares nodes with each other and with the known chain, periodically and after lost connections. */
export function createIdentityCheck<Connection>(
  nodes: readonly NodeState<Connection>[],
  rules: IdentityRules<Connection>,
  clock: Clock,
  askNode: <T>(node: NodeState<Connection>, question: NodeQuestion<Connection, T>, options: AskOptions) => Promise<T>,
): IdentityCheck<Connection> {
  const verdicts = nodes.map(uncheckedVerdict)
  let running: Promise<Error | undefined> | undefined
  /** What silent nodes cost the last check; questions that follow one another would each wait as long. */
  let silence: { failure: Error; until: number } | undefined
  let earlier: Testimony = new Map()

  const compare = () => compareNodes(verdicts, rules, earlier, { clock, askNode })
  const accepted = (): NodeState<Connection>[] =>
    verdicts.flatMap((verdict) => (verdict.is === 'accepted' && !isLost(verdict, clock.now()) ? [verdict.node] : []))

  /** Returns the error of a node that did not respond, if any. */
  const check = async (): Promise<Error | undefined> => {
    const startedAt = clock.now()
    let results = await compare()
    // A single wrong response, as from a load balancer, is not enough.
    if (results.some(({ verdict, wrong }) => wrong && verdict.is !== 'refused')) results = await compare()
    for (const result of results) judgeNode(result, startedAt, clock.now())
    const failure = results.map(({ testimony }) => testimony).find((testimony) => testimony instanceof Error)
    const agreed = results.flatMap(({ testimony, wrong }) =>
      wrong || testimony instanceof Error ? [] : [...testimony],
    )
    if (agreed.length > 0 && !rules.mayReset) earlier = new Map(agreed)
    const tookMs = clock.now() - startedAt
    silence = failure && tookMs >= silentMsMin ? { failure, until: clock.now() + tookMs } : undefined
    return failure
  }

  const start = (): Promise<Error | undefined> => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }

  const refused = (): RefusedNode[] =>
    verdicts.flatMap(({ is, position, node, refusal }) =>
      is === 'refused' && refusal !== undefined ? [{ position, name: node.name, reason: refusal }] : [],
    )

  return {
    refused,
    noteUnreachable: (node) => {
      const verdict = verdicts.find((one) => one.node === node)
      if (verdict) verdict.lostAt = clock.now()
    },
    accepted: async (signal) => {
      const usable = accepted()
      if (usable.length > 0) {
        if (verdicts.some((verdict) => isDue(verdict, clock.now()))) start().catch(() => {})
        return usable
      }
      if (silence && clock.now() < silence.until) throw silence.failure
      const mayWait = verdicts.every((verdict) => verdict.is === 'refused' && !isDue(verdict, clock.now()))
      const failure = mayWait ? undefined : await untilAborted(start(), signal)
      const after = accepted()
      if (after.length > 0) return after
      if (isServiceError(failure)) throw failure
      const reasons = refused().map(({ reason }) => reason)
      throw new ServiceError('not_available', reasons.join(' '), { retryAfterSeconds: refusedCheckEveryMs / 1_000 })
    },
  }
}

/** Sentences for the status page about unused nodes; the log gets their hosts when they change. */
export const createRefusedNote = (log: Log, facts: object, refused: () => readonly RefusedNode[]): (() => string[]) => {
  let noted = ''
  return () => {
    const nodes = refused()
    const sentences = nodes.map(({ reason }) => reason)
    const text = sentences.join('\n')
    if (text !== noted && nodes.length > 0) log.warn({ ...facts, nodes }, 'not using nodes of another chain or history')
    else if (text !== noted) log.info(facts, 'using all nodes again')
    noted = text
    return sentences
  }
}
