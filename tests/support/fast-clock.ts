import { type Clock, systemClock } from '#lib/base/clock.ts'

/**
 * Real time, five times as fast by default: for nodes over real connections, which a simulated clock cannot wait for.
 */
export const fastClock = (factor = 5): Clock & { waits: number[] } => {
  const waits: number[] = []
  return {
    waits,
    now: () => systemClock.now() * factor,
    wait: (ms, signal) => {
      waits.push(ms)
      return systemClock.wait(ms / factor, signal)
    },
  }
}
