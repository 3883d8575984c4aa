import type { Clock } from '#lib/base/clock.ts'
import type { WatchedWork } from '#lib/store/jobs/watched-work.ts'

/** Clocks, polling interval and crash guard of a background worker. */
export type WorkerOptions = {
  clock?: Clock
  /** Unix milliseconds. */
  now?: () => number
  /** How often an idle worker looks for work. */
  pollMs?: number
  watched?: WatchedWork
}
