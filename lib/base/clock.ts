import { setTimeout } from 'node:timers/promises'
import { isServiceError } from './errors.ts'

/** Monotonic time in milliseconds, passed in so that a test can supply its own. */
export type Clock = {
  now(): number
  /** Returns early, without throwing, when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wait: async (ms, signal) => {
    await setTimeout(ms, undefined, { signal }).catch(() => {})
  },
}

/** Waits, and throws the signal's reason when the signal cuts the wait short. */
export const sleep = async (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> => {
  signal?.throwIfAborted()
  await clock.wait(ms, signal)
  signal?.throwIfAborted()
}

const firstWaitMs = 250
const waitMsMax = 15_000
/** Failures that a retry cannot fix: our own bug, or a node of another chain. */
const lastingWaitMs = 60_000

/**
 * The delay after the `failures`th consecutive failure (from 1). Whether it may pass soon is a property of the error
 * (`ServiceError.retryable`); a requested delay (`Retry-After`) is a lower bound.
 */
export const backoffMs = (error: unknown, failures: number): number => {
  const passes = isServiceError(error) && error.retryable
  const waitMs = Math.min(firstWaitMs * 2 ** (failures - 1), passes ? waitMsMax : lastingWaitMs)
  const wishedMs = isServiceError(error) ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
  return Math.max(waitMs, wishedMs)
}

type RetryOptions = {
  /** Ends the work, without an error. */
  signal: AbortSignal
  clock?: Clock
  waitMsMin?: number
  /** Awaited before the delay; not called for what the signal cut off. */
  onFailure?: (error: unknown, retryInMs: number) => unknown
}

/** Calls `act` until it succeeds, with growing delays; undefined once `signal` aborts. `failures` is the number of failed calls before. */
export const retry = async <T>(
  act: (failures: number) => Promise<T>,
  { signal, clock = systemClock, waitMsMin = 0, onFailure }: RetryOptions,
): Promise<T | undefined> => {
  for (let failures = 0; !signal.aborted; ) {
    try {
      return await act(failures)
    } catch (error) {
      if (signal.aborted) return undefined
      failures += 1
      const retryInMs = Math.max(waitMsMin, backoffMs(error, failures))
      await onFailure?.(error, retryInMs)
      await clock.wait(retryInMs, signal)
    }
  }
  return undefined
}

/** Calls `act` again and again, each time with {@link retry}, until it returns false or `signal` aborts. */
export const repeat = async (act: (failures: number) => Promise<boolean>, options: RetryOptions): Promise<void> => {
  while (!options.signal.aborted && (await retry(act, options)));
}
