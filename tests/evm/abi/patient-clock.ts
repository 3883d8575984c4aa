import type { Clock } from '#lib/base/clock.ts'

/** Waits for what is under way, on a machine however slow. */
export const patientClock: Clock = {
  now: () => 0,
  wait: (_, signal) => new Promise((done) => signal?.addEventListener('abort', () => done())),
}
