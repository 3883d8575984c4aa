import { ServiceError } from '#lib/base/errors.ts'

export type InFlightLimits = {
  perVisitor: number
  inAll: number
  queuedPerVisitor: number
  queuedInAll: number
  waitMs: number
}

/** Releases the slot; a second call does nothing. */
type Release = () => void

/** Waits for a slot. @throws ServiceError `rate_limited` for this visitor's own requests, `not_available` for everyone's. */
export type EnterFlight = (visitor: string) => Promise<Release>

/**
 * A gallery over HTTP/2 requests up to a hundred images at once, which wait in the queue. The total bounds memory: each
 * response in progress keeps its rows and its text in memory.
 */
const defaultLimits: InFlightLimits = {
  perVisitor: 24,
  inAll: 256,
  queuedPerVisitor: 200,
  queuedInAll: 1_000,
  waitMs: 5_000,
}

type Visitor = { active: number; queued: number }
type Waiting = { visitor: Visitor; start: () => void }

/** Limits concurrent requests, per visitor and in total; others wait briefly in order of arrival. */
export const createInFlight = (given: Partial<InFlightLimits> = {}): EnterFlight => {
  const limits = { ...defaultLimits, ...given }
  /** Only contains visitors with a request, so its size is limited by the two queues. */
  const visitors = new Map<string, Visitor>()
  const queue = new Set<Waiting>()
  let active = 0

  const hasPlace = (visitor: Visitor): boolean => active < limits.inAll && visitor.active < limits.perVisitor
  const forgetIdle = (name: string, visitor: Visitor): void => {
    if (visitor.active === 0 && visitor.queued === 0 && visitors.get(name) === visitor) visitors.delete(name)
  }
  const startNext = (): void => {
    for (const waiting of queue) {
      if (active >= limits.inAll) return
      if (hasPlace(waiting.visitor)) waiting.start()
    }
  }
  const occupy = (name: string, visitor: Visitor): Release => {
    active += 1
    visitor.active += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      active -= 1
      visitor.active -= 1
      startNext()
      forgetIdle(name, visitor)
    }
  }
  const refusal = (visitor: Visitor): ServiceError =>
    visitor.active >= limits.perVisitor || visitor.queued >= limits.queuedPerVisitor
      ? new ServiceError('rate_limited', 'Too many concurrent requests from this address.', {
          retryAfterSeconds,
        })
      : new ServiceError('not_available', 'The server is busy.', { retryAfterSeconds })

  return async (name) => {
    const visitor = visitors.get(name) ?? { active: 0, queued: 0 }
    visitors.set(name, visitor)
    if (hasPlace(visitor)) return occupy(name, visitor)
    if (visitor.queued >= limits.queuedPerVisitor || queue.size >= limits.queuedInAll) {
      forgetIdle(name, visitor)
      throw refusal(visitor)
    }
    return await new Promise<Release>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        queue.delete(waiting)
        visitor.queued -= 1
      }
      const waiting: Waiting = {
        visitor,
        start: () => {
          leave()
          resolve(occupy(name, visitor))
        },
      }
      const timer = setTimeout(() => {
        leave()
        forgetIdle(name, visitor)
        reject(refusal(visitor))
      }, limits.waitMs)
      visitor.queued += 1
      queue.add(waiting)
    })
  }
}

const retryAfterSeconds = 2
