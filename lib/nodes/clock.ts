import { setTimeout as wait } from 'node:timers/promises'

/** Time as the node layer sees it, in milliseconds; tests pass their own. A sleep that is cut short throws the signal's reason. */
export type Clock = { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> }

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await wait(ms, undefined, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  },
}
