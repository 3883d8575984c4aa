import { setImmediate } from 'node:timers/promises'
import type { Clock } from '#lib/base/clock.ts'

/** Waits take no time, and still pass on this clock; those side by side pass together. */
export const quickClock = (): Clock => {
  let slept = 0
  const now = () => performance.now() + slept
  return {
    now,
    wait: async (ms) => {
      const until = now() + ms
      await setImmediate()
      slept += Math.max(0, until - now())
    },
  }
}
