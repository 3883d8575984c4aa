import type { Clock } from '#lib/base/clock.ts'
import { sleep } from '#lib/base/clock.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { invariant } from '#lib/base/invariant.ts'
import type { NodeState } from './node-state.ts'
import type { AskOptions, NodeQuestion } from './question.ts'

/** The answer, or the error as a value: one failing node must not end the questions to the others. */
export const answerOrError = <T>(work: Promise<T>): Promise<T | Error> =>
  work.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))

/**
 * The identity of a node's chain, by subject in the order of comparison: `chain id`, `genesis block`, `block 4000`.
 * Unknown subjects are omitted.
 */
export type Testimony = ReadonlyMap<string, string>

/**
 * `against` is what the node differs from: the index or configuration, another node (its position), or earlier nodes.
 */
type Disagreement = { subject: string; value: string; expected: string; against: 'known' | 'earlier' | number }

/**
 * The nodes whose chain differs from known values, from earlier nodes, or from most nodes; of two equal groups, the one
 * with the first node wins. A node without a value for a subject is not judged by it: it may lag or have pruned its
 * history.
 */
export function disagreements(
  testimonies: readonly (Testimony | undefined)[],
  known: Testimony,
  earlier: Testimony = new Map(),
): (Disagreement | undefined)[] {
  const found: (Disagreement | undefined)[] = testimonies.map(() => undefined)
  const subjects = new Set(testimonies.flatMap((testimony) => [...(testimony?.keys() ?? [])]))
  const compare = (expectedOf: (subject: string, values: readonly (string | undefined)[]) => string | undefined) => {
    for (const subject of subjects) {
      const values = testimonies.map((testimony, at) => (found[at] ? undefined : testimony?.get(subject)))
      const expected = expectedOf(subject, values)
      if (expected === undefined) continue
      const other = values.indexOf(expected)
      const against = known.has(subject) ? 'known' : other < 0 ? 'earlier' : other
      for (const [at, value] of values.entries())
        if (value !== undefined && value !== expected) found[at] = { subject, value, expected, against }
    }
  }
  // In this order: a node that contradicts the index has no vote on anything else.
  compare((subject) => known.get(subject))
  compare((subject) => earlier.get(subject))
  compare((_, values) => mostFrequent(values))
  return found
}

const mostFrequent = (values: readonly (string | undefined)[]): string | undefined => {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: string | undefined
  for (const [value, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = value
  return best
}

/** Sends a question to one node only. */
export type AskOne<Connection> = <T>(question: NodeQuestion<Connection, T>) => Promise<T>

/** Knowledge about a chain, and each node's report; the error if a node did not respond. */
type Comparison = { known: Testimony; testimonies: readonly (Testimony | Error)[] }

/** How nodes of one chain family are compared. */
export type IdentityRules<Connection> = {
  /**
   * `earlier` has the reports of accepted nodes at the last check, so that a node is compared with nodes that are down
   * now.
   */
  compare(nodes: readonly AskOne<Connection>[], earlier: Testimony): Promise<Comparison>
  /** A devnet that was reset is another chain: its nodes are only compared with each other. */
  mayReset?: boolean
}

/**
 * A hanging node must not delay the others. Each question has this time for itself: with one limit for the whole comparison,
 * waiting for a silent node leaves the others none for their second question.
 */
const answerWithinMs = 4_000

/** The state of a node; `position` is its place in the configuration, from 1. */
export type NodeVerdict<Connection> = {
  node: NodeState<Connection>
  position: number
  is: 'unchecked' | 'accepted' | 'refused'
  checkedAt: number
  lostAt: number | undefined
  unanswered: number
  refusal: string | undefined
}

/** A node's report, or the error that prevented it; `wrong` says why it belongs to another chain or history. */
export type ComparedNode<Connection> = {
  verdict: NodeVerdict<Connection>
  testimony: Testimony | Error
  wrong?: string
}

/** Compares the nodes with each other, with the index, and with `earlier` reports of accepted nodes. */
export const compareNodes = async <Connection>(
  verdicts: readonly NodeVerdict<Connection>[],
  rules: IdentityRules<Connection>,
  earlier: Testimony,
  {
    clock,
    askNode,
  }: {
    clock: Clock
    askNode: <T>(node: NodeState<Connection>, question: NodeQuestion<Connection, T>, options: AskOptions) => Promise<T>
  },
): Promise<ComparedNode<Connection>[]> => {
  // In the order of trust: nodes that were accepted before, then by configuration.
  const ordered = verdicts.toSorted((a, b) => Number(b.is === 'accepted') - Number(a.is === 'accepted'))
  const askers = ordered.map(
    ({ node }): AskOne<Connection> =>
      (question) =>
        withinTime(clock, (signal) => askNode(node, question, { signal, totalMs: answerWithinMs })),
  )
  const { known, testimonies } = await rules.compare(askers, earlier)
  const found = disagreements(
    testimonies.map((testimony) => (testimony instanceof Error ? undefined : testimony)),
    known,
    earlier,
  )
  return ordered.map((verdict, at) => {
    const disagreement = found[at]
    const testimony = testimonies[at]
    invariant(testimony, 'each node has a testimony')
    return {
      verdict,
      testimony,
      ...(disagreement && { wrong: sentenceOf(verdict.position, disagreement, ordered) }),
    }
  })
}

const withinTime = async <T>(clock: Clock, ask: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const over = new AbortController()
  const done = new AbortController()
  sleep(clock, answerWithinMs, done.signal).then(
    () => over.abort(new ServiceError('upstream_timeout', 'The node did not answer in time.')),
    () => {},
  )
  try {
    return await ask(over.signal)
  } finally {
    done.abort()
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
