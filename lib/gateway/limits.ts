import { createHmac, randomBytes } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ServiceError } from '#lib/api/errors.ts'
import type { KeyOwner } from './keys.ts'
import { visitorNetwork } from './visitor-address.ts'

export type LimitOptions = {
  /** Requests a second. */
  keyPerSecond: number
  anonymousPerSecond: number
  /**
   * Visitors are counted in this many cells, chosen by a hash that only this process knows. Memory is bounded however
   * many addresses somebody has, and nobody can aim at a neighbour's cell.
   */
  visitorCells?: number
}

/** What is left for a caller, as headers, and the refusal when nothing is. */
type Taken = { headers: Record<string, string>; refused?: ServiceError }

export type Limits = {
  takeForKey(key: Pick<KeyOwner, 'id' | 'perSecond'>): Promise<Taken>
  takeForVisitor(address: string): Promise<Taken>
}

/** Counted over two seconds: a burst may use twice the rate at once, and the average stays the rate. */
const windowSeconds = 2

/** Limits in this process's memory, per key and per visitor address. */
export const createLimits = ({ keyPerSecond, anonymousPerSecond, visitorCells = 65_536 }: LimitOptions): Limits => {
  /** One for each limit that keys have: at most as many as there are whole numbers up to `keyPerSecond`. */
  const byKey = new Map<number, RateLimiterMemory>()
  const limiterOf = (perSecond: number): RateLimiterMemory => {
    const rate = Math.min(keyPerSecond, Math.max(1, Math.floor(perSecond)))
    const limiter = byKey.get(rate) ?? new RateLimiterMemory({ points: rate * windowSeconds, duration: windowSeconds })
    byKey.set(rate, limiter)
    return limiter
  }
  const byVisitor = new RateLimiterMemory({ points: anonymousPerSecond * windowSeconds, duration: windowSeconds })
  const cellSecret = randomBytes(32)
  const cellOf = (address: string): string => {
    const hash = createHmac('sha256', cellSecret).update(visitorNetwork(address)).digest()
    return String(hash.readUInt32BE() % visitorCells)
  }
  return {
    takeForKey: ({ id, perSecond = keyPerSecond }) => take(limiterOf(perSecond), id),
    takeForVisitor: (address) => take(byVisitor, cellOf(address)),
  }
}

const take = async (limiter: RateLimiterMemory, id: string): Promise<Taken> => {
  // The limiter rejects with what is left when nothing is; anything else is a bug.
  const left = await limiter.consume(id).catch((reason: unknown) => {
    if (reason instanceof RateLimiterRes) return reason
    throw reason
  })
  const resetSeconds = Math.max(1, Math.ceil(left.msBeforeNext / 1_000))
  const headers = {
    'x-rate-limit-limit': String(limiter.points),
    'x-rate-limit-remaining': String(left.remainingPoints),
    'x-rate-limit-reset': String(resetSeconds),
  }
  if (left.consumedPoints <= limiter.points) return { headers }
  return {
    headers,
    refused: new ServiceError('rate_limited', 'Rate Limit exceeded', { retryAfterSeconds: resetSeconds }),
  }
}
