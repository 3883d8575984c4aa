import { isServiceError } from '#lib/base/errors.ts'
import type { WarningLog } from '#lib/base/log.ts'

/** Logs the failed steps of a worker, with the delay until the next attempt. */
export const logFailures =
  (log: WarningLog, facts: object, text: string) =>
  (error: unknown, retryInMs: number): void =>
    log.warn({ ...facts, err: error, retryInMs: Math.round(retryInMs) }, text)

/** The sentence about a failure that visitors are shown. */
export const failureWords = (error: unknown): string =>
  isServiceError(error) ? error.message : 'The worker failed; its log has the cause.'
