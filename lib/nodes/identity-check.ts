import { type Clock, sleep } from '#lib/api/clock.ts'
import { isServiceError, ServiceError } from '#lib/api/errors.ts'
import { type Disagreement, disagreements, type Testimony } from './disagreements.ts'
import type { NodeState } from './node-state.ts'
import type { AskOptions, Question } from './question.ts'

/** Asks one node, and no other. */
export type AskOne<Connection> = <T>(question: Question<Connection, T>) => Promise<T>

/** Knowledge about a chain, and each node's report; the error if a node did not respond. */
type Comparison = { known: Testimony; testimonies: readonly (Testimony | Error)[] }

/** How nodes of one chain family are compared. */
export type IdentityRules<Connection> = {
  /** `earlier` is what accepted nodes said at the last check, so that a node is compared with nodes that are down now. */
  compare(nodes: readonly AskOne<Connection>[], earlier: Testimony): Promise<Comparison>
  /** A devnet that was reset is another chain: its nodes are only compared with each other. */
  mayReset?: boolean
}

/** A node that is not asked. `reason` is a sentence for the status page: it names the node by its place in the configuration. */
export type RefusedNode = { position: number; name: string; reason: string }

export type IdentityCheck<Connection> = {
  /** The nodes that may be asked. The first call, and one after a lost connection, wait for the check. */
  accepted(signal: AbortSignal | undefined): Promise<readonly NodeState<Connection>[]>
  /** The connection failed: what answers at that address next may be another node. */
  noteUnreachable(node: NodeState<Connection>): void
  refused(): RefusedNode[]
}

/** A check is a handful of calls to each node. */
const checkEveryMs = 60_000
const refusedCheckEveryMs = 15_000
/** After a lost connection a node is checked again, at most so often. */
const lostCheckEveryMs = 1_000
const unansweredCheckMs = { first: 1_000, max: 30_000 }
/** A node that hangs must not hold up the others. */
const compareWithinMs = 8_000

type NodeVerdict<Connection> = {
  node: NodeState<Connection>
  position: number
  is: 'unchecked' | 'accepted' | 'refused'
  checkedAt: number
  lostAt: number | undefined
  unanswered: number
  refusal: string | undefined
}

/** Compares nodes with each other and with what is known of their chain, from time to time and after lost connections. */
export function createIdentityCheck<Connection>(
  nodes: readonly NodeState<Connection>[],
  rules: IdentityRules<Connection>,
  clock: Clock,
  askNode: <T>(node: NodeState<Connection>, question: Question<Connection, T>, options: AskOptions) => Promise<T>,
): IdentityCheck<Connection> {
  const verdicts = nodes.map(
    (node, at): NodeVerdict<Connection> => ({
      node,
      position: at + 1,
      is: 'unchecked',
      checkedAt: Number.NEGATIVE_INFINITY,
      lostAt: undefined,
      unanswered: 0,
      refusal: undefined,
    }),
  )
  let running: Promise<unknown> | undefined
  let earlier: Testimony = new Map()

  const isLost = ({ lostAt, checkedAt }: NodeVerdict<Connection>): boolean =>
    lostAt !== undefined && clock.now() - checkedAt >= lostCheckEveryMs
  const mayBeAsked = (verdict: NodeVerdict<Connection>): boolean => verdict.is === 'accepted' && !isLost(verdict)
  const isDue = (verdict: NodeVerdict<Connection>): boolean => {
    const ageMs = clock.now() - verdict.checkedAt
    if (verdict.unanswered > 0)
      return ageMs >= Math.min(unansweredCheckMs.first * 2 ** (verdict.unanswered - 1), unansweredCheckMs.max)
    if (verdict.is === 'unchecked' || isLost(verdict)) return true
    return ageMs >= (verdict.is === 'refused' ? refusedCheckEveryMs : checkEveryMs)
  }

  /** In the order of trust: nodes that were accepted before, then by configuration. */
  const compare = async (): Promise<
    { verdict: NodeVerdict<Connection>; said: Testimony | Error; wrong?: string }[]
  > => {
    const ordered = verdicts.toSorted((a, b) => Number(b.is === 'accepted') - Number(a.is === 'accepted'))
    const over = new AbortController()
    const done = new AbortController()
    sleep(clock, compareWithinMs, done.signal).then(
      () => over.abort(new ServiceError('upstream_timeout', 'The node did not answer in time.')),
      () => {},
    )
    try {
      const askers = ordered.map(
        ({ node }): AskOne<Connection> =>
          (question) =>
            askNode(node, question, { signal: over.signal, totalMs: compareWithinMs }),
      )
      const { known, testimonies } = await rules.compare(askers, earlier)
      const found = disagreements(
        testimonies.map((said) => (said instanceof Error ? undefined : said)),
        known,
        earlier,
      )
      return ordered.map((verdict, at) => {
        const disagreement = found[at]
        return {
          verdict,
          said: testimonies[at] ?? new Error('unreachable: each node has a testimony'),
          ...(disagreement && { wrong: sentenceOf(verdict.position, disagreement, ordered) }),
        }
      })
    } finally {
      done.abort()
    }
  }

  /** Returns why a node gave no answer, where one did not. */
  const check = async (): Promise<Error | undefined> => {
    const startedAt = clock.now()
    let results = await compare()
    // One wrong answer of a load balancer is not enough.
    if (results.some(({ verdict, wrong }) => wrong && verdict.is !== 'refused')) results = await compare()
    let failure: Error | undefined
    for (const { verdict, said, wrong } of results) {
      const wasLost = verdict.lostAt !== undefined
      verdict.checkedAt = clock.now()
      if (said instanceof Error) {
        failure ??= said
        verdict.unanswered += 1
        if (wasLost && verdict.is === 'accepted') verdict.is = 'unchecked'
        continue
      }
      verdict.unanswered = 0
      if (verdict.lostAt !== undefined && verdict.lostAt <= startedAt) verdict.lostAt = undefined
      verdict.is = wrong ? 'refused' : 'accepted'
      verdict.refusal = wrong
    }
    const agreed = results.flatMap(({ said, wrong }) => (wrong || said instanceof Error ? [] : [...said]))
    if (agreed.length > 0 && !rules.mayReset) earlier = new Map(agreed)
    return failure
  }

  const start = (): Promise<unknown> => {
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
      const usable = verdicts.filter(mayBeAsked)
      if (usable.length > 0) {
        if (verdicts.some(isDue)) start().catch(() => {})
        return usable.map(({ node }) => node)
      }
      const mayWait = verdicts.every((verdict) => verdict.is === 'refused' && !isDue(verdict))
      const failure = mayWait ? undefined : await untilAborted(start(), signal)
      const after = verdicts.filter(mayBeAsked)
      if (after.length > 0) return after.map(({ node }) => node)
      if (isServiceError(failure)) throw failure
      throw new ServiceError(
        'not_available',
        refused()
          .map(({ reason }) => reason)
          .join(' '),
        {
          retryAfterSeconds: refusedCheckEveryMs / 1_000,
        },
      )
    },
  }
}

const untilAborted = async <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return await work
  signal.throwIfAborted()
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const sentenceOf = (
  position: number,
  { subject, value, expected, against }: Disagreement,
  ordered: readonly { position: number }[],
): string => {
  const node = ordered.length === 1 ? 'The node' : `Node ${position} of ${ordered.length}`
  if (subject === 'chain id') return `${node} is not used: its chain id is ${value} instead of ${expected}.`
  if (against === 'known')
    return `${node} is not used: its ${subject} does not match the index, so it has a different history.`
  const other = against === 'earlier' ? 'the nodes used before' : `node ${ordered[against]?.position}`
  return `${node} is not used: its ${subject} differs from that of ${other}, so it has a different history.`
}
