import { isServiceError, ServiceError } from '#lib/api/errors.ts'
import { createSharedCheck, type SharedCheckOptions } from './shared-check.ts'

/** As long as a request waits for its place; a database that has not answered by then counts as away. */
const defaultLimits: SharedCheckOptions = { withinMs: 5_000, giveUpMs: 15_000 }

const retryAfterSeconds = 5
/** For faults that need the operator, such as a damaged file. */
const lastingRetryAfterSeconds = 30

/**
 * Refuses a page while the database is away, before anything is rendered: a page could not tell what it cannot read from what
 * does not exist. Requests that arrive together share one read.
 * @throws ServiceError `not_available` with the reason, and when to try again.
 */
export const createRequireDatabase = (
  read: () => Promise<unknown>,
  limits: SharedCheckOptions = defaultLimits,
): (() => Promise<void>) => {
  const check = createSharedCheck(async () => {
    try {
      await read()
      return { isUp: true as const }
    } catch (thrown) {
      return { isUp: false as const, thrown }
    }
  }, limits)
  return async () => {
    const outcome = await check()
    if (outcome === undefined)
      throw new ServiceError('not_available', 'The database does not respond.', { retryAfterSeconds })
    if (outcome.isUp) return
    const { thrown } = outcome
    if (!isServiceError(thrown, 'not_available') || thrown.retryAfterSeconds !== undefined) throw thrown
    throw new ServiceError('not_available', thrown.message, {
      cause: thrown,
      retryAfterSeconds: lastingRetryAfterSeconds,
    })
  }
}
