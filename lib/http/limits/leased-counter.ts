import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Counter } from '#lib/base/counter.ts'

export type LeasedCounterOptions = {
  /** The counter that processes share; each of its calls is a statement. */
  shared: Counter
  points: number
}

export type LeasedCounter = Pick<Counter, 'consume' | 'reward'>

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
export const createLeasedCounter = ({ shared, points }: LeasedCounterOptions): LeasedCounter => {
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
