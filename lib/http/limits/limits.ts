import { RateLimiterRes } from 'rate-limiter-flexible'
import { createCounter, type SharedQuery } from '#lib/base/counter.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { createHashedCells } from '#lib/base/hashed-cells.ts'
import type { KeyOwner } from '#lib/http/callers/keys.ts'
import { visitorNetwork } from '#lib/http/callers/visitor-address.ts'
import { createLeasedCounter, type LeasedCounter } from './leased-counter.ts'

export type LimitOptions = {
  /** Requests per second. */
  keyPerSecond: number
  anonymousPerSecond: number
  /**
   * Visitors are counted in this many cells, selected by a keyed hash: memory and table are bounded however many
   * addresses are used, and no one can target another visitor's cell.
   */
  visitorCells?: number
  /** Counters shared by processes, which then need the same `secret`. */
  shared?: SharedQuery
  /** For the keyed hash. A random default is enough for one process. */
  secret?: Uint8Array
  /**
   * The budget of this many seconds may be used at once: a burst of twice the rate, while the average stays the rate.
   */
  windowSeconds?: number
  /** Timeout of the shared counters. */
  sharedWithinMs?: number
}

/** The caller's remaining budget as headers, and the refusal if nothing is left. */
export type Taken = { headers: Record<string, string>; refused?: ServiceError }

type TakeOptions = {
  /** The cost; one request by default. */
  units?: number
  /**
   * Refused, and not counted, if less than half of the budget would be left: for optional requests such as prefetches.
   */
  isOptional?: boolean
}

export type Limits = {
  takeForKey(key: Pick<KeyOwner, 'id' | 'perSecond'>, options?: TakeOptions): Promise<Taken>
  takeForVisitor(address: string, options?: TakeOptions): Promise<Taken>
}

/** One request in the limiter's units, so that cheap requests can count as a fraction of one. */
export const requestUnits = 20

const defaultWindowSeconds = 2

/** Limits per key and per visitor address, in this process's memory or shared between processes. */
export const createLimits = (options: LimitOptions): Limits => {
  const { keyPerSecond, anonymousPerSecond, visitorCells, shared, secret } = options
  const { windowSeconds = defaultWindowSeconds, sharedWithinMs } = options
  const budgetOf = (prefix: string, perSecond: number): Budget => {
    const points = Math.round(perSecond * windowSeconds * requestUnits)
    const counter = createCounter({ prefix, points, windowSeconds, shared, sharedWithinMs })
    return { points, counter: shared ? createLeasedCounter({ shared: counter, points }) : counter }
  }
  /** One limiter per key limit: at most `keyPerSecond` of them. */
  const byKey = new Map<number, Budget>()
  const budgetOfKey = (perSecond: number): Budget => {
    const rate = Math.min(keyPerSecond, Math.max(1, Math.floor(perSecond)))
    const budget = byKey.get(rate) ?? budgetOf('key', rate)
    byKey.set(rate, budget)
    return budget
  }
  const ofVisitors = budgetOf('visitor', anonymousPerSecond)
  const cellOf = createHashedCells({ cells: visitorCells, secret })
  return {
    takeForKey: ({ id, perSecond = keyPerSecond }, take) => takeFrom(budgetOfKey(perSecond), id, take),
    takeForVisitor: (address, take) => takeFrom(ofVisitors, cellOf(`visitor ${visitorNetwork(address)}`), take),
  }
}

type Budget = { points: number; counter: LeasedCounter }

const takeFrom = async (
  { points, counter }: Budget,
  id: string,
  { units = requestUnits, isOptional = false }: TakeOptions = {},
): Promise<Taken> => {
  let isRefused = false
  // The limiter rejects with its state when the limit is reached; anything else is a bug.
  const left = await counter.consume(id, units).catch((reason: unknown) => {
    if (!(reason instanceof RateLimiterRes)) throw reason
    isRefused = true
    return reason
  })
  if (!isRefused && isOptional && left.remainingPoints < points / 2) {
    await counter.reward(id, units)
    isRefused = true
  }
  const resetSeconds = Math.max(1, Math.ceil(left.msBeforeNext / 1_000))
  const headers = {
    'x-rate-limit-limit': String(points / requestUnits),
    'x-rate-limit-remaining': String(Math.floor(left.remainingPoints / requestUnits)),
    'x-rate-limit-reset': String(resetSeconds),
  }
  if (!isRefused) return { headers }
  return {
    headers,
    refused: new ServiceError('rate_limited', 'Rate Limit exceeded', { retryAfterSeconds: resetSeconds }),
  }
}
