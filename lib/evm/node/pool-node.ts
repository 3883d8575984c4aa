import type { NodeFailure } from './classify.ts'
import { LearnedLimit } from './learned-limit.ts'
import type { RpcTransport } from './transport.ts'
import { isUniversal } from './universal-methods.ts'

/** How one node is doing, for pages and metrics. Times in milliseconds. */
export type NodeHealth = {
  name: string
  isResting: boolean
  failuresInRow: number
  /** Moving average; null before the first answer. */
  latencyMs: number | null
  /** The newest block that it was seen to have. */
  head: number | null
  inFlight: number
  inFlightMax: number
  lastFault: string | null
}

const restMsFirst = 250
const restMsTooFast = 100
const restMsMax = 30_000
/** A stated wait (`Retry-After`) is honoured up to this: some providers state a day. */
const statedMsMax = 60_000
/** While other nodes answer, one whose key or quota is refused need not be asked often. */
const restMsDenied = 60_000
const restMsNoQuota = 15 * 60_000
/** The same failures of the only node: firewalls and load balancers also give them for one request alone. */
const restMsAloneFirst = 1_000

/** One node of a pool: what is known of its health and what follows for who is asked next. */
export class PoolNode {
  readonly transport: RpcTransport
  readonly #inFlightLimit: number
  readonly #unsupported = new Map<string, LearnedLimit>()
  /** How many requests it seems to bear: a fraction grows by successes until it is one more. */
  #bearable: number
  #restsUntil = 0
  #restsAloneUntil = 0
  #failedAt = Number.NEGATIVE_INFINITY
  #failuresInRow = 0
  #latencyMs: number | null = null
  #lastFault: string | null = null
  head: number | null = null
  inFlight = 0

  constructor(transport: RpcTransport, inFlightLimit: number) {
    this.transport = transport
    this.#inFlightLimit = inFlightLimit
    this.#bearable = inFlightLimit
  }

  get isFull(): boolean {
    return this.inFlight >= Math.floor(this.#bearable)
  }

  /** A request that hangs takes the place of one that would be answered: its repetition may go beyond what is bearable. */
  get hasRoom(): boolean {
    return this.inFlight < this.#inFlightLimit
  }

  restsUntil(now: number): number {
    return this.#restsUntil > now ? this.#restsUntil : 0
  }

  /** The same where no other node can answer: short enough to notice soon that it is back. */
  restsAloneUntil(now: number): number {
    return this.#restsAloneUntil > now ? this.#restsAloneUntil : 0
  }

  get failuresInRow(): number {
    return this.#failuresInRow
  }

  lacks(methods: readonly string[], now: number): boolean {
    return methods.some((method) => this.#unsupported.get(method)?.holds(now))
  }

  /** Lower is asked first: quick, unburdened nodes that have not failed of late. */
  get cost(): number {
    return (this.#latencyMs ?? 1) * (1 + this.inFlight) * 4 ** Math.min(this.#failuresInRow, 8)
  }

  noteHead(head: number): void {
    this.head = head
  }

  succeeded(latencyMs: number, methods: readonly string[] = []): void {
    this.#failuresInRow = 0
    this.#noteLatency(latencyMs)
    this.#bearable = Math.min(this.#inFlightLimit, this.#bearable + 1 / this.#bearable)
    for (const method of methods) this.#unsupported.get(method)?.refute()
  }

  /** Another node was quicker to answer the same request. */
  wasSlow(waitedMs: number): void {
    this.#noteLatency(waitedMs)
  }

  /** The node answered, so it is up. Returns whether that it lacks this method can be believed. */
  lacksMethod(method: string, now: number): boolean {
    if (isUniversal(method)) return false
    const known = this.#unsupported.get(method) ?? new LearnedLimit()
    known.confirm(now)
    this.#unsupported.set(method, known)
    return true
  }

  /** Requests that were sent before the last failure was known count as one with it. */
  failed(failure: NodeFailure, fault: string, now: number, sentAt = now): void {
    this.#lastFault = fault
    const isNew = sentAt >= this.#failedAt
    if (isNew) {
      this.#failuresInRow += 1
      this.#failedAt = now
      if (failure.kind === 'rate_limited') this.#bearable = Math.max(1, this.#bearable * 0.8)
    }
    const statedMs = failure.kind === 'rate_limited' ? failure.retryAfterMs : null
    if (!isNew && statedMs === null) return
    const aloneMs = statedMs === null ? this.#restMs(failure.kind) : Math.min(statedMs, statedMsMax)
    this.#restsAloneUntil = Math.max(this.#restsAloneUntil, now + aloneMs)
    const lastingMs = failure.kind === 'quota_exhausted' ? restMsNoQuota : failure.kind === 'denied' ? restMsDenied : 0
    this.#restsUntil = Math.max(this.#restsUntil, now + Math.max(aloneMs, lastingMs))
  }

  health(now: number): NodeHealth {
    return {
      name: this.transport.name,
      isResting: this.restsUntil(now) > 0,
      failuresInRow: this.#failuresInRow,
      latencyMs: this.#latencyMs,
      head: this.head,
      inFlight: this.inFlight,
      inFlightMax: Math.floor(this.#bearable),
      lastFault: this.#lastFault,
    }
  }

  #noteLatency(latencyMs: number): void {
    this.#latencyMs = this.#latencyMs === null ? latencyMs : this.#latencyMs * 0.8 + latencyMs * 0.2
  }

  #restMs(kind: NodeFailure['kind']): number {
    const before = Math.min(this.#failuresInRow - 1, 10)
    if (kind === 'quota_exhausted' || kind === 'denied') return Math.min(restMsAloneFirst * 2 ** before, restMsMax)
    // One refusal among many answers says only that it was a little too fast: fewer requests at a time will do.
    if (kind === 'rate_limited') return before === 0 ? 0 : Math.min(restMsTooFast * 2 ** (before - 1), restMsMax)
    return Math.min(restMsFirst * 2 ** before, restMsMax)
  }
}
