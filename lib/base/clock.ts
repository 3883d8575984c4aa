import { setTimeout } from 'node:timers/promises'

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
