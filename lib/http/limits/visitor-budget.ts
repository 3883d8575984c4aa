import type { IncomingMessage, ServerResponse } from 'node:http'
import { unknownAddress, visitorAddressHeader, visitorNetwork } from '#lib/http/callers/visitor-address.ts'
import type { EnterFlight } from './in-flight.ts'
import type { Limits } from './limits.ts'
import { questionUnits, type RequestKind, requestKind, unitsOfBytes } from './request-kind.ts'
import { runVisit, type Visit } from './visit.ts'

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

export type VisitorBudgetParts = {
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
