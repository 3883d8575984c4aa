import type { Clock } from '#lib/base/clock.ts'
import type { WorkerAttempts } from '#lib/store/attempts/attempts.ts'

/** Clocks, polling interval and attempts of a background worker. */
export type WorkerOptions = {
  clock?: Clock
  /** Unix milliseconds. */
  now?: () => number
  /** How often an idle worker looks for work. */
  pollMs?: number
  attempts?: WorkerAttempts
}
