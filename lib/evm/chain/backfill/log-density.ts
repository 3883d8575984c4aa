/** Logs to request at a time: parsing a larger response would block everything else in the process. */
const logsAtOnce = 4_000
/** The number of blocks while the density of a contract's events is unknown. */
const blocksAtFirst = 32

/** The number of blocks expected to contain this many logs, by the last finding; at most twice the previous number. */
export type LogDensity = {
  readonly blocks: number
  found(blocks: number, logs: number): void
}

export const createLogDensity = (): LogDensity => {
  let fitting = blocksAtFirst
  return {
    get blocks() {
      return fitting
    },
    found: (blocks, logs) => {
      const expected = Math.floor((logsAtOnce * blocks) / Math.max(1, logs))
      fitting = Math.max(1, Math.min(2 * fitting, expected))
    },
  }
}
