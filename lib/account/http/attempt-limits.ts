import { RateLimiterRes } from 'rate-limiter-flexible'
import { createCounter, type SharedQuery } from '#lib/base/counter.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { createHashedCells } from '#lib/base/hashed-cells.ts'

/** Counts an attempt of `who`. @throws ServiceError `rate_limited` */
type TakeAttempt = (who: string) => Promise<void>

export type AttemptCounting = {
  /** Counters shared by processes, which then need the same `secret`. Without it, this process counts in its memory. */
  shared?: SharedQuery
  /** For the keyed hash that chooses a cell. A random default is enough for one process. */
  secret?: Uint8Array
  /** Timeout of the shared counters. */
  sharedWithinMs?: number
}

const windowSeconds = 60

/** Limits of attempts per minute, each with a name of its own. */
export const createAttemptLimits = ({ shared, secret, sharedWithinMs }: AttemptCounting = {}) => {
  const cellOf = createHashedCells({ secret })
  return (name: string, perMinute: number): TakeAttempt => {
    const counter = createCounter({
      prefix: `sign-in ${name}`,
      points: perMinute,
      windowSeconds,
      shared,
      sharedWithinMs,
    })
    return async (who) => {
      await counter.consume(cellOf(`sign-in ${name} ${who}`)).catch((reason: unknown) => {
        // The counter rejects with its state when the limit is reached; anything else is a bug.
        if (!(reason instanceof RateLimiterRes)) throw reason
        const retryAfterSeconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
        throw new ServiceError('rate_limited', `Too many attempts. Try again in ${retryAfterSeconds} s.`, {
          retryAfterSeconds,
        })
      })
    }
  }
}

export type AttemptLimits = ReturnType<typeof createAttemptLimits>
