import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '#lib/base/errors.ts'
import { runVisit, type Visit } from './admit.ts'
import type { Limits } from './limits.ts'
import { questionUnits, type RequestKind, requestKind, unitsOfBytes } from './request-kind.ts'
import { unknownAddress, visitorAddressHeader, visitorNetwork } from './visitor-address.ts'

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
type EnterFlight = (visitor: string) => Promise<Release>

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

/** Resolves when it is a request's turn to start. */
type TakeTurn = () => Promise<void>

/**
 * Starts one request in each round of the event loop. Requests that arrive together would otherwise be handled in one round,
 * as the embedded database answers at once: 24 of 50 ms each would keep a health check waiting for a second.
 */
export const createTurns = (): TakeTurn => {
  const waiting: (() => void)[] = []
  let isTaken = false
  const next = (): void => {
    const start = waiting.shift()
    isTaken = start !== undefined
    if (!start) return
    setImmediate(next)
    start()
  }
  return () => {
    if (isTaken) return new Promise((resolve) => waiting.push(resolve))
    isTaken = true
    setImmediate(next)
    return Promise.resolve()
  }
}

/** Admits a request, then handles it. @throws ServiceError with the reason if it is not admitted. */
export type WithBudget = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<unknown>,
) => Promise<void>

type VisitorBudgetParts = {
  limits: Limits
  enterFlight: EnterFlight
  /** Of the paths that have a cost of their own. */
  kindAt: (path: string) => RequestKind | undefined
}

/** A page's call waits for at most one more window of the limiter before that part of the page fails. */
const pagePatienceMs = 3_000

/**
 * One budget per visitor for everything that a server serves: pages, data, images, exports, and the calls these make to
 * other servers. Runs at the edge of each server, before any handler.
 */
export const createVisitorBudget = ({ limits, enterFlight, kindAt }: VisitorBudgetParts): WithBudget => {
  const takeTurn = createTurns()
  return async (request, response, answer) => {
    const address = String(request.headers[visitorAddressHeader] ?? unknownAddress)
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const { cost, isOptional, hasNoPlace, isPatient } = requestKind(
      request.method ?? 'GET',
      path,
      request.headers,
      kindAt,
    )
    if (cost !== 'gate' && cost > 0) {
      const { refused } = await limits.takeForVisitor(address, { units: cost, isOptional })
      if (refused) throw refused
    }
    const visit: Visit = {
      requester: { id: visitorNetwork(address), hasKey: false },
      pay: (options) => limits.takeForVisitor(address, options),
      prepaidCalls: 0,
      questions: 0,
      sentBytes: 0,
      isForAll: true,
      patienceMs: isPatient ? Number.POSITIVE_INFINITY : pagePatienceMs,
    }
    if (!hasNoPlace) {
      const release = await enterFlight(visitorNetwork(address))
      if (response.closed) return release()
      response.once('close', release)
    }
    // Only known once the answer is sent: charged to the caller's next requests, never failing this one.
    // Uncounted requests (health) are not charged afterwards either.
    if (cost !== 0)
      response.once('close', () => {
        const units = (cost === 'gate' ? 0 : visit.questions * questionUnits) + unitsOfBytes(visit.sentBytes)
        // The response is already sent, so a counter failure cannot be reported.
        if (units > 0) visit.pay({ units }).catch(() => undefined)
      })
    if (!hasNoPlace) await takeTurn()
    await runVisit(visit, answer)
  }
}
