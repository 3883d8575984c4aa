import { createHmac, randomBytes } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ServiceError } from '#lib/api/errors.ts'

/** Takes one attempt of `who`. @throws ServiceError `rate_limited` */
export type TakeAttempt = (who: string) => Promise<void>

/** Callers is counted in one of so many cells, by a hash that only this process knows: memory is bounded. */
const cells = 65_536
const windowSeconds = 60

/** So many attempts a minute, counted in this process's memory. */
export const createAttemptLimit = (perMinute: number): TakeAttempt => {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds })
  const secret = randomBytes(32)
  return async (who) => {
    const cell = createHmac('sha256', secret).update(who).digest().readUInt32BE() % cells
    await limiter.consume(String(cell)).catch((reason: unknown) => {
      // The limiter rejects with what is left when nothing is; anything else is a bug.
      if (!(reason instanceof RateLimiterRes)) throw reason
      const retryAfterSeconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
      throw new ServiceError('rate_limited', `Too many attempts. Try again in ${retryAfterSeconds} s.`, {
        retryAfterSeconds,
      })
    })
  }
}
