import { type Clock, systemClock } from '#lib/api/clock.ts'

/** Real time, by default five times as fast: for nodes over real connections, whose answers no simulated clock can wait for. */
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
