import type { NodeFailure } from './classify.ts'
import type { RpcTransport } from './transport.ts'

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
const restMsMax = 30_000
const restMsRateLimitedMax = 60_000
/** A refused key is not mended in seconds; but some firewalls say 403 for "too fast". */
const restMsDenied = 60_000
const restMsNoQuota = 15 * 60_000

/** One node of a pool: what is known of its health and what follows for who is asked next. */
export class PoolNode {
  readonly transport: RpcTransport
  readonly #inFlightLimit: number
  readonly #unsupported = new Set<string>()
  /** How many requests it seems to bear: a fraction grows by successes until it is one more. */
  #bearable: number
  #restsUntil = 0
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

  restsUntil(now: number): number {
    return this.#restsUntil > now ? this.#restsUntil : 0
  }

  lacks(methods: readonly string[]): boolean {
    return methods.some((method) => this.#unsupported.has(method))
  }

  /** Lower is asked first: quick, unburdened nodes that have not failed of late. */
  get cost(): number {
    return (this.#latencyMs ?? 1) * (1 + this.inFlight) * 4 ** Math.min(this.#failuresInRow, 8)
  }

  noteHead(head: number): void {
    this.head = head
  }

  succeeded(latencyMs: number): void {
    this.#failuresInRow = 0
    this.#latencyMs = this.#latencyMs === null ? latencyMs : this.#latencyMs * 0.8 + latencyMs * 0.2
    this.#bearable = Math.min(this.#inFlightLimit, this.#bearable + 0.05)
  }

  /** The node answered, so it is up; it lacks this method. */
  lacksMethod(method: string): void {
    this.#unsupported.add(method)
  }

  failed(failure: NodeFailure, fault: string, now: number): void {
    this.#lastFault = fault
    this.#failuresInRow += 1
    this.#restsUntil = Math.max(this.#restsUntil, now + this.#restMs(failure))
    if (failure.kind === 'rate_limited') this.#bearable = Math.max(1, this.#bearable * 0.7)
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

  #restMs(failure: NodeFailure): number {
    if (failure.kind === 'quota_exhausted') return restMsNoQuota
    if (failure.kind === 'denied') return restMsDenied
    const growing = restMsFirst * 2 ** Math.min(this.#failuresInRow - 1, 10)
    if (failure.kind !== 'rate_limited') return Math.min(growing, restMsMax)
    // A stated wait is kept, within reason: some providers say a day.
    return Math.min(failure.retryAfterMs ?? growing * 4, restMsRateLimitedMax)
  }
}
