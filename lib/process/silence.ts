/**
 * Counts ticks without a sign of life. Ticks are counted instead of time: after the machine was suspended, or the
 * counting process delayed, nothing is blamed for the time in which nothing could run.
 */
export const createSilence = (): { alive(): void; tick(): number } => {
  let silentTicks = 0
  return {
    alive: () => {
      silentTicks = 0
    },
    tick: () => {
      silentTicks += 1
      return silentTicks
    },
  }
}
