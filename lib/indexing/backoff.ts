import { isServiceError } from '#lib/base/errors.ts'

const firstWaitMs = 250
const waitMsMax = 15_000
/** Failures that a retry cannot fix: our own bug, or a node of another chain. */
const lastingWaitMs = 60_000

/** The delay after the `failures`th consecutive failure (from 1). A requested delay (`Retry-After`) is a lower bound. */
export const backoffMs = (error: unknown, failures: number): number => {
  const passes = isServiceError(error) && error.retryable
  const waitMs = Math.min(firstWaitMs * 2 ** (failures - 1), passes ? waitMsMax : lastingWaitMs)
  const wishedMs = isServiceError(error) ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
  return Math.max(waitMs, wishedMs)
}
