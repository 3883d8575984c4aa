import { type Clock, systemClock } from '#lib/base/clock.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import type { RefusedNode } from '#lib/nodes/identity-check.ts'
import { createNodes } from '#lib/nodes/nodes.ts'
import type { AskOptions, NodeQuestion } from '#lib/nodes/question.ts'
import { fetchNode, type NodeFetch } from './fetch-node.ts'
import { chainIdOf, type NamedNetwork, networkIdentity, networkNameOf, type StoredAnchors } from './network-identity.ts'
import { AptosNodeFailure, unusable } from './node-answers.ts'
import {
  type FullNodeQuestion,
  type NodeAddress,
  type Outcome,
  RouteNotServed,
  readNodeAddress,
  requestNode,
} from './request-node.ts'

export type FullNodesOptions = {
  /** Nodes of the other named network are not used; without it, the first node that responds determines the network. */
  network?: NamedNetwork
  /** Full node REST bases (`…/v1`), in the order of preference. */
  baseUrls: readonly string[]
  /** `fetchNode` by default. */
  fetch?: NodeFetch
  /** Time limit of one call, including attempts and waits. */
  timeLimitMs?: number
  /** Attempts after which a call fails, and the time after which no further one is started. */
  attemptsMax?: number
  totalMs?: number
  /** How long a node may be silent before another is tried. */
  silenceMsMax?: number
  bodyBytesMax?: number
  clock?: Clock
  /** Stored versions of a network: a node with different transactions there has another ledger. */
  storedAnchors?: StoredAnchors
}

export type FullNodes = {
  /** Parses a response with `read`. A ServiceError thrown by it counts as that node's failure. */
  ask<T>(question: FullNodeQuestion, read: Reader<T>, options?: AskOptions): Promise<Read<T>>
  /** Reads the same from every available node. */
  askEach<T>(question: FullNodeQuestion, read: Reader<T>, signal?: AbortSignal): Promise<Read<T>[]>
  /** The id of the network, once a node has responded. Nodes with another id are not used. */
  chainId(): number | undefined
  refused(): RefusedNode[]
}

/** Parses the body of a response; `cursor` is that of the next page of a list. */
type Reader<T> = (body: unknown, cursor: string | undefined) => T | Promise<T>

/** `missing`: no node has what was requested. */
export type Read<T> = { kind: 'answer'; value: T } | Exclude<Outcome, { kind: 'answer' }>

/** Concurrent requests; further ones of visitors and of the index wait. */
const requestsAtOnce = 8

/** A node lacks the requested data; another may have it. */
class Missing extends Error {
  readonly outcome: Exclude<Outcome, { kind: 'answer' }>

  constructor(outcome: Exclude<Outcome, { kind: 'answer' }>) {
    super('The Aptos node does not have this data.')
    this.outcome = outcome
  }
}

/** A node does not serve something optional. */
class Lacking extends ServiceError {
  readonly what: string

  constructor(what: string) {
    super('not_available', `The Aptos node does not serve ${what}.`)
    this.what = what
  }
}

/** Interchangeable Aptos full nodes. @throws ServiceError without a base, or for one that is not an http(s) URL. */
export const createFullNodes = (options: FullNodesOptions): FullNodes => {
  const addresses = options.baseUrls.map(readNodeAddress)
  if (addresses.length === 0) throw new ServiceError('not_available', 'An Aptos node needs at least one address.')
  const { timeLimitMs = 30_000 } = options
  const sendTo = sender(options)
  const network = networkCheck(options.network)
  const nodes = nodesOf(addresses, sendTo, options)

  const questionOf = <T>(
    question: FullNodeQuestion,
    read: Reader<T>,
    missing: Missing[],
  ): NodeQuestion<NodeAddress, T> => ({
    kinds: [kindOf(question)],
    needs: question.optional === undefined ? [] : [question.optional],
    size: 1,
    repeat: 'anywhere',
    ask: async (address, node, signal) => {
      const outcome = await sendTo(address, question, signal).catch((error: unknown) => {
        throw error instanceof RouteNotServed ? new Lacking(question.optional ?? kindOf(question)) : error
      })
      network.refuseOther(outcome)
      if (outcome.ledger) node.noteHead(outcome.ledger.newestVersion)
      if (outcome.kind === 'answer') return await readBy(read, outcome.body, outcome.cursor)
      const found = new Missing(outcome)
      missing.push(found)
      throw found
    },
  })

  return {
    chainId: network.chainId,
    refused: nodes.refused,
    ask: <T>(question: FullNodeQuestion, read: Reader<T>, askOptions: AskOptions = {}) =>
      withinLimit(timeLimitMs, askOptions.signal, async (signal): Promise<Read<T>> => {
        const missing: Missing[] = []
        try {
          const value = await nodes.ask(questionOf(question, read, missing), { ...askOptions, signal })
          return { kind: 'answer', value }
        } catch (error) {
          signal.throwIfAborted()
          return missingOf(error, missing)
        }
      }),
    askEach: <T>(question: FullNodeQuestion, read: Reader<T>, outer?: AbortSignal) =>
      withinLimit(timeLimitMs, outer, async (signal): Promise<Read<T>[]> => {
        const missing: Missing[] = []
        try {
          const values = await nodes.askEach(questionOf(question, read, missing), { signal })
          return values.map((value) => ({ kind: 'answer', value }))
        } catch (error) {
          signal.throwIfAborted()
          return [missingOf(error, missing)]
        }
      }),
  }
}

/**
 * The most that is read of an answer: parsed, it takes about ten times as much memory. Pages of a hundred transactions have a
 * few megabytes; whoever asked for a list asks for fewer items.
 */
const bodyBytesMaxUsual = 32 << 20

type SendTo = (address: NodeAddress, question: FullNodeQuestion, signal: AbortSignal | undefined) => Promise<Outcome>

const sender =
  ({ fetch: ownFetch = fetchNode, silenceMsMax = 8_000, bodyBytesMax = bodyBytesMaxUsual }: FullNodesOptions): SendTo =>
  (address, question, signal) =>
    requestNode(address, question, { fetch: ownFetch, silenceMsMax, bodyBytesMax, signal })

const nodesOf = (addresses: readonly NodeAddress[], sendTo: SendTo, options: FullNodesOptions) =>
  createNodes(
    addresses.map((connection) => ({ name: connection.url.host, connection })),
    {
      concurrency: requestsAtOnce,
      successesHeld: 10,
      attemptsMax: options.attemptsMax,
      totalMs: options.totalMs ?? 10_000,
      hedged: true,
      clock: options.clock ?? systemClock,
      verdictOf: (error) => {
        if (error instanceof Missing) return { next: 'elsewhere', isAnswer: true }
        if (error instanceof Lacking) return { next: 'lacks', kind: error.what }
        return error instanceof AptosNodeFailure ? error.verdict : { next: 'give_up' }
      },
      lacking: ([what]) =>
        new ServiceError('not_available', `No Aptos node of this server serves ${what ?? 'this request'}.`),
      identity: networkIdentity(sendTo, options.network, options.storedAnchors),
    },
  )

/**
 * The id of a named network is always right, and that of the other never. Otherwise, the first node that responds determines
 * the network.
 */
const networkCheck = (name: NamedNetwork | undefined) => {
  const named = name && chainIdOf(name)
  let used: number | undefined
  const mayBe = (chainId: number): boolean =>
    chainId === named || (used === undefined && (named === undefined || networkNameOf(chainId) === undefined))
  return {
    chainId: () => used,
    refuseOther: ({ chainId }: Outcome): void => {
      if (chainId === undefined) return
      if (mayBe(chainId)) used = chainId
      if (chainId === used) return
      const message = `The Aptos node belongs to another network (chain id ${chainId}, expected ${used ?? named}).`
      // As after a lost connection, another node is behind the address: it is compared anew.
      throw new AptosNodeFailure(message, { next: 'rest', failure: { kind: 'transient' }, isUnreachable: true })
    },
  }
}

/** Missing data is more informative than another node's failure; pruned data more than unknown data. */
const missingOf = (error: unknown, missing: readonly Missing[]): Exclude<Outcome, { kind: 'answer' }> => {
  const found = missing.find(({ outcome }) => outcome.missing === 'pruned') ?? missing[0]
  if (found) return found.outcome
  throw error
}

const withinLimit = async <T>(
  limitMs: number,
  signal: AbortSignal | undefined,
  work: (either: AbortSignal) => Promise<T>,
): Promise<T> => {
  using limit = timeLimit(limitMs)
  try {
    return await work(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal)
  } catch (error) {
    if (limit.signal.aborted && !signal?.aborted)
      throw new ServiceError('upstream_timeout', 'The Aptos node did not answer in time.', { cause: error })
    throw error
  }
}

const readBy = async <T>(read: Reader<T>, body: unknown, cursor: string | undefined): Promise<T> => {
  try {
    return await read(body, cursor)
  } catch (error) {
    if (error instanceof AptosNodeFailure || !(error instanceof ServiceError)) throw error
    throw unusable(error.message, error)
  }
}

/** The kind of a request, with similar durations: the path without numbers, hashes and addresses. */
const kindOf = ({ path }: FullNodeQuestion): string =>
  path
    .split('/')
    .filter((part) => /^[a-z_]*$/.test(part))
    .join('/')
