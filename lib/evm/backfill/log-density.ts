/** Logs to ask for at a time: parsing a larger answer would hold up everything else in the process. */
const logsAtOnce = 4_000
/** While nothing is known of how dense a contract's events lie. */
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
