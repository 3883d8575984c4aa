import { isServiceError } from '#lib/api/errors.ts'

const firstWaitMs = 250
const waitMsMax = 15_000
/** What will not pass by itself: a fault of ours, a node of another chain. */
const lastingWaitMs = 60_000

/** How long to wait after the `failures`th failure in a row (from 1). A wish of the failed part (`Retry-After`) is a floor. */
export const backoffMs = (error: unknown, failures: number): number => {
  const passes = isServiceError(error) && error.retryable
  const waitMs = Math.min(firstWaitMs * 2 ** (failures - 1), passes ? waitMsMax : lastingWaitMs)
  const wishedMs = isServiceError(error) ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
  return Math.max(waitMs, wishedMs)
}
