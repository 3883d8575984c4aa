import { RateLimiterRes } from 'rate-limiter-flexible'
import { type Counter, createCounter, type SharedQuery } from '#lib/base/counter.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { createHashedCells } from '#lib/base/hashed-cells.ts'
import type { KeyOwner } from './keys.ts'
import { visitorNetwork } from './visitor-address.ts'

type LeasedCounterOptions = {
  /** The counter that processes share; each of its calls is a statement. */
  shared: Counter
  points: number
}

type LeasedCounter = Pick<Counter, 'consume' | 'reward'>

/** The current window of a key, as this process knows it. */
type Window = {
  endsAt: number
  /** Points that no process has taken, at `knownAt`. */
  remaining: number
  knownAt: number
  /** Points taken by this process. */
  taken: number
  /** Leased points that are not used. */
  leased: number
  /** Settles when a lease that was asked for has arrived. */
  arrival?: Promise<void>
}

/** A larger lease saves no more, and leaves more unused in a process that is not asked again. */
const largestLeaseShare = 1 / 8
/** Leases end here: the second half of the budget is counted exactly. */
const exactShare = 1 / 2
/** Older knowledge of what is left is neither shown nor a basis for a lease. */
const freshMs = 250

/**
 * Takes several requests of a busy caller from the shared counter at once, then counts them in memory. Leased points
 * are taken first, so that processes together never admit more than the limit. Callers with few requests, and all in
 * the second half of their budget, are counted one by one. Unused leases lapse with the window.
 */
const createLeasedCounter = ({ shared, points }: LeasedCounterOptions): LeasedCounter => {
  /** Bounded by the callers, which are cells and known keys. */
  const windows = new Map<string, Window>()
  const largestLease = points * largestLeaseShare
  const exactBelow = points * exactShare

  const currentWindow = (key: string): Window | undefined => {
    const window = windows.get(key)
    return window !== undefined && Date.now() < window.endsAt ? window : undefined
  }

  const note = (key: string, { remainingPoints, msBeforeNext }: RateLimiterRes, taken: number): Window => {
    const knownAt = Date.now()
    const before = currentWindow(key)
    if (before === undefined) {
      const window = { endsAt: knownAt + msBeforeNext, remaining: remainingPoints, knownAt, taken, leased: 0 }
      windows.set(key, window)
      return window
    }
    // Answers may arrive in another order than they were computed in.
    before.remaining = Math.min(before.remaining, remainingPoints)
    before.knownAt = knownAt
    before.taken += taken
    return before
  }

  const isFresh = ({ knownAt }: Window): boolean => Date.now() - knownAt <= freshMs

  /** As much as this process has taken in this window, so that leases grow with use; 0 for exact counting. */
  const leaseSize = (window: Window, units: number): number => {
    if (!isFresh(window)) return 0
    const most = Math.min(window.taken, largestLease, window.remaining - exactBelow)
    const size = Math.floor(most / units) * units
    return size >= 2 * units ? size : 0
  }

  const lease = async (key: string, size: number): Promise<void> => {
    const state = await shared.penalty(key, size)
    if (state.remainingPoints < exactBelow) {
      // Other processes used the budget meanwhile. Returned to a window that has begun since, it would enlarge that one.
      note(key, state.msBeforeNext > freshMs ? await shared.reward(key, size) : state, 0)
      return
    }
    note(key, state, size).leased += size
  }

  const takeExactly = async (key: string, units: number): Promise<RateLimiterRes> => {
    const state = await shared.consume(key, units)
    note(key, state, units)
    return state
  }

  const takeLeased = (window: Window, units: number): RateLimiterRes => {
    window.leased -= units
    // Other processes may lease meanwhile, but only down to the half that is counted exactly.
    const remaining = isFresh(window) ? Math.min(window.remaining, exactBelow) : window.leased
    return new RateLimiterRes(remaining, window.endsAt - Date.now(), points - remaining)
  }

  return {
    async consume(id, units = 1) {
      const key = String(id)
      for (;;) {
        const window = currentWindow(key)
        if (window === undefined) return takeExactly(key, units)
        if (window.leased >= units) return takeLeased(window, units)
        if (window.arrival === undefined) {
          const size = leaseSize(window, units)
          if (size === 0) return takeExactly(key, units)
          window.arrival = lease(key, size).finally(() => {
            window.arrival = undefined
          })
        }
        await window.arrival
      }
    },
    reward: (id, units) => shared.reward(id, units),
  }
}

type LimitOptions = {
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
