import { isServiceError, ServiceError } from '#lib/base/errors.ts'

type SharedCheckOptions = {
  /** Callers wait no longer: a slower check would time out at a load balancer. */
  withinMs: number
  /** A check that never ends, e.g. on a connection that died silently, is started again after this time. */
  giveUpMs: number
  /** Monotonic milliseconds. */
  now?: () => number
}

/** A check shared by concurrent callers. Undefined if it failed or took too long. */
export const createSharedCheck = <Value>(
  check: () => Promise<Value>,
  { withinMs, giveUpMs, now = () => performance.now() }: SharedCheckOptions,
): (() => Promise<Value | undefined>) => {
  let latest: { startedAt: number; answer: Promise<Value | undefined> } | undefined

  const start = () => {
    const { promise: isLate, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, withinMs, undefined)
    const outcome = check().catch(() => undefined)
    const started = { startedAt: now(), answer: Promise.race([outcome, isLate]) }
    void outcome.then(() => {
      clearTimeout(timer)
      if (latest === started) latest = undefined
    })
    return started
  }

  return () => {
    if (latest === undefined || now() - latest.startedAt >= giveUpMs) latest = start()
    return latest.answer
  }
}

/** The same as a request's time in the queue; a database that has not responded by then counts as down. */
const defaultLimits: SharedCheckOptions = { withinMs: 5_000, giveUpMs: 15_000 }

const retryAfterSeconds = 5
/** For permanent failures that need the operator, such as a damaged file. */
const lastingRetryAfterSeconds = 30

/**
 * Refuses a page before rendering while the database is down: a page could not distinguish missing rows from unreadable
 * ones. Concurrent requests share one check. @throws ServiceError `not_available` with the reason and when to retry.
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
