/** Indexes into the memory that the event loop shares with its watchdog. */
export const states = { beats: 0, isReady: 1, isExempt: 2 } as const

export type WatchdogData = {
  name: string
  state: Int32Array
  statement: Int32Array
  stuckAfterMs: number
  stopWithinMs: number
  isSupervised: boolean
}
