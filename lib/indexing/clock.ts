import { setTimeout as wait } from 'node:timers/promises'

/** Time as the engine sees it, so that a test can pass it by hand. */
export type Clock = {
  /** Milliseconds that only grow. */
  now(): number
  /** Returns early, without throwing, when the signal ends the wait. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wait: async (ms, signal) => {
    await wait(ms, undefined, { signal }).catch(() => {})
  },
}
