import type { Clock } from '#lib/nodes/clock.ts'
import { systemClock } from '#lib/nodes/clock.ts'

/** Real time, five times as fast: for nodes over real connections, whose answers no simulated clock can wait for. */
export const fastClock = (): Clock & { waits: number[] } => {
  const factor = 5
  const waits: number[] = []
  return {
    waits,
    now: () => systemClock.now() * factor,
    sleep: (ms, signal) => {
      waits.push(ms)
      return systemClock.sleep(ms / factor, signal)
    },
  }
}
