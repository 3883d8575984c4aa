/** Logs to ask for at a time: parsing a larger answer would hold up everything else in the process. */
const logsAtOnce = 4_000
/** While nothing is known of how dense a contract's events lie. */
const blocksAtFirst = 32

/** In how many blocks so many logs are to be expected, by what was found last; at most twice as many as before. */
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
