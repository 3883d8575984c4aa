import { setTimeout as wait } from 'node:timers/promises'

/** Time as the node layer sees it; tests pass their own. Milliseconds. */
export type Clock = { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> }

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
}
