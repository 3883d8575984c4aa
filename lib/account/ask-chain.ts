import { ServiceError } from '#lib/base/errors.ts'
import { timeLimit } from '#lib/base/time-limit.ts'

type AskOptions = {
  signal: AbortSignal | undefined
  timeLimitMs: number
  /** What the caller reads if there is no answer. */
  failure: string
}

/**
 * Asks a node about an account. @throws ServiceError `not_available` if it does not answer in time: what is unknown neither
 * signs in nor counts as a wrong signature.
 */
export const askChain = async <T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { signal, timeLimitMs, failure }: AskOptions,
): Promise<T> => {
  using limit = timeLimit(timeLimitMs)
  const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
  try {
    return await ask(either)
  } catch (cause) {
    signal?.throwIfAborted()
    throw new ServiceError('not_available', `${failure} Please try again.`, { cause, retryAfterSeconds: 5 })
  }
}
