import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ServiceError } from '#lib/api/errors.ts'
import { createHashedCells } from '#lib/api/hashed-cells.ts'

/** Counts an attempt of `who`. @throws ServiceError `rate_limited` */
export type TakeAttempt = (who: string) => Promise<void>

const windowSeconds = 60

/** A limit of attempts per minute, in the memory of this process. */
export const createAttemptLimit = (perMinute: number): TakeAttempt => {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds })
  const cellOf = createHashedCells()
  return async (who) => {
    await limiter.consume(cellOf(who)).catch((reason: unknown) => {
      // The limiter rejects with its state when the limit is reached; anything else is a bug.
      if (!(reason instanceof RateLimiterRes)) throw reason
      const retryAfterSeconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
      throw new ServiceError('rate_limited', `Too many attempts. Try again in ${retryAfterSeconds} s.`, {
        retryAfterSeconds,
      })
    })
  }
}
