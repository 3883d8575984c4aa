import { LearnedLimit } from './learned-limit.ts'
import { retryAfterSecondsMax } from './retry-after.ts'
import type { NodeFailure } from './verdict.ts'

/** Health of one node, for pages and metrics. Times in milliseconds. */
export type NodeHealth = {
  name: string
  isResting: boolean
  failuresInRow: number
  /** Moving average; null before the first response. */
  latencyMs: number | null
  /** The newest block that the node has returned. */
  head: number | null
  inFlight: number
  inFlightMax: number
  lastFault: string | null
}

const restMsFirst = 250
const restMsTooFast = 50
const restMsMax = 30_000
/** While other nodes respond, one that refuses our key or quota is tried rarely. */
const restMsDenied = 60_000
const restMsNoQuota = 15 * 60_000
/** For a single node with the same failures, which firewalls and load balancers also return for one request. */
const restMsAloneFirst = 1_000

/** One of several nodes: its health, and how that affects the choice of the next node. */
export class NodeState<Connection = unknown> {
  /** The node's host, for logs; never its URL, which may contain a key. */
  readonly name: string
  readonly connection: Connection
  readonly #inFlightLimit: number
  readonly #unsupported = new Map<string, LearnedLimit>()
  /** Concurrent requests that the node seems to accept; successes raise it by fractions. */
  #acceptable: number
  /** Successes before `#acceptable` may rise. */
  #heldFor = 0
  #restsUntil = 0
  #restsAloneUntil = 0
  #failedAt = Number.NEGATIVE_INFINITY
  #failuresInRow = 0
  #doubts = 0
  #latencyMs: number | null = null
  #lastFault: string | null = null
  head: number | null = null
  inFlight = 0

  readonly #successesHeld: number

  constructor(name: string, connection: Connection, inFlightLimit: number, successesHeld = 0) {
    this.#successesHeld = successesHeld
    this.name = name
    this.connection = connection
    this.#inFlightLimit = inFlightLimit
    this.#acceptable = inFlightLimit
  }

  get isFull(): boolean {
    return this.inFlight >= Math.floor(this.#acceptable)
  }

  /** A hanging request occupies the slot of a live one, so its repetition may exceed the limit. */
  get hasRoom(): boolean {
    return this.inFlight < this.#inFlightLimit
  }

  restsUntil(now: number): number {
    return this.#restsUntil > now ? this.#restsUntil : 0
  }

  /** The same for a single node: short enough to notice soon that it is back. */
  restsAloneUntil(now: number): number {
    return this.#restsAloneUntil > now ? this.#restsAloneUntil : 0
  }

  get failuresInRow(): number {
    return this.#failuresInRow
  }

  lacks(kinds: readonly string[], now: number): boolean {
    return kinds.some((kind) => this.#unsupported.get(kind)?.holds(now))
  }

  /** Lower is preferred: fast, idle nodes that have not failed recently. */
  get cost(): number {
    return (this.#latencyMs ?? 1) * (1 + this.inFlight) * 4 ** Math.min(this.#failuresInRow + this.#doubts, 8)
  }

  noteHead(head: number): void {
    this.head = head
  }

  succeeded(latencyMs: number, kinds: readonly string[]): void {
    this.#failuresInRow = 0
    this.#doubts = 0
    this.#noteLatency(latencyMs)
    this.#heldFor = Math.max(0, this.#heldFor - 1)
    if (this.#heldFor === 0) this.#acceptable = Math.min(this.#inFlightLimit, this.#acceptable + 1 / this.#acceptable)
    for (const kind of kinds) this.#unsupported.get(kind)?.refute()
  }

  /** Called when another node was faster with the same request. */
  wasSlow(waitedMs: number): void {
    this.#noteLatency(waitedMs)
  }

  /** Called when an answer cannot be right, while other nodes may answer: they are preferred until the next success. */
  doubted(fault: string): void {
    this.#lastFault = fault
    this.#doubts += 1
  }

  /** Called when the node responds, but does not support this kind of question. */
  noteLack(kind: string, now: number): void {
    const known = this.#unsupported.get(kind) ?? new LearnedLimit()
    known.confirm(now)
    this.#unsupported.set(kind, known)
  }

  /** Requests sent before the last failure was known count as one with it. */
  failed(failure: NodeFailure, fault: string, now: number, sentAt = now): void {
    this.#lastFault = fault
    const isNew = sentAt >= this.#failedAt
    if (isNew) {
      this.#failuresInRow += 1
      this.#failedAt = now
      if (failure.kind === 'rate_limited') {
        this.#acceptable = Math.max(1, this.#acceptable * 0.9)
        if (failure.retryAfterMs !== null) this.#heldFor = this.#successesHeld
      }
    }
    const statedMs = failure.kind === 'rate_limited' ? failure.retryAfterMs : null
    if (!isNew && statedMs === null) return
    const aloneMs = statedMs === null ? this.#restMs(failure.kind) : Math.min(statedMs, retryAfterSecondsMax * 1000)
    this.#restsAloneUntil = Math.max(this.#restsAloneUntil, now + aloneMs)
    const lastingMs = failure.kind === 'quota_exhausted' ? restMsNoQuota : failure.kind === 'denied' ? restMsDenied : 0
    this.#restsUntil = Math.max(this.#restsUntil, now + Math.max(aloneMs, lastingMs))
  }

  health(now: number): NodeHealth {
    return {
      name: this.name,
      isResting: this.restsUntil(now) > 0,
      failuresInRow: this.#failuresInRow + this.#doubts,
      latencyMs: this.#latencyMs,
      head: this.head,
      inFlight: this.inFlight,
      inFlightMax: Math.floor(this.#acceptable),
      lastFault: this.#lastFault,
    }
  }

  #noteLatency(latencyMs: number): void {
    this.#latencyMs = this.#latencyMs === null ? latencyMs : this.#latencyMs * 0.8 + latencyMs * 0.2
  }

  #restMs(kind: NodeFailure['kind']): number {
    const before = Math.min(this.#failuresInRow - 1, 10)
    if (kind === 'quota_exhausted' || kind === 'denied') return Math.min(restMsAloneFirst * 2 ** before, restMsMax)
    // A single refusal among many responses only means a slightly high rate: fewer concurrent requests are enough.
    if (kind === 'rate_limited') return before === 0 ? 0 : Math.min(restMsTooFast * 2 ** (before - 1), restMsMax)
    return Math.min(restMsFirst * 2 ** before, restMsMax)
  }
}
