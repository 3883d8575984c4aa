import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EnterFlight } from './in-flight.ts'
import type { Limits } from './limits.ts'
import { questionUnits, requestKind } from './request-kind.ts'
import { runVisit, type Visit } from './visit.ts'
import { unknownAddress, visitorAddressHeader, visitorNetwork } from './visitor-address.ts'

/** Admits a request, then answers it. @throws ServiceError with the reason for a request that is not admitted. */
export type WithBudget = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<unknown>,
) => Promise<void>

export type VisitorBudgetParts = {
  limits: Limits
  enterFlight: EnterFlight
  /** Whether the handler of a path takes from the budget itself, because it knows the key and the questions. */
  countsItself: (path: string) => boolean
}

/** A call of a page waits for at most one more window of the limiter before that part of the page says so. */
const pagePatienceMs = 3_000

/**
 * The one budget of a visitor, for everything that a server answers: pages, data, images, exports, and the calls that
 * those make to other servers in the visitor's name. Runs at the edge of each server, before any handler.
 */
export const createVisitorBudget =
  ({ limits, enterFlight, countsItself }: VisitorBudgetParts): WithBudget =>
  async (request, response, answer) => {
    const address = String(request.headers[visitorAddressHeader] ?? unknownAddress)
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const { cost, isOptional, hasNoPlace, isPatient } = requestKind(
      request.method ?? 'GET',
      path,
      request.headers,
      countsItself,
    )
    if (cost !== 'gate' && cost > 0) {
      const { refused } = await limits.takeForVisitor(address, { units: cost, isOptional })
      if (refused) throw refused
    }
    const visit: Visit = {
      asker: { id: visitorNetwork(address), hasKey: false },
      pay: () => limits.takeForVisitor(address),
      prepaidCalls: 0,
      questions: 0,
      patienceMs: isPatient ? Number.POSITIVE_INFINITY : pagePatienceMs,
    }
    if (!hasNoPlace) {
      const release = await enterFlight(visitorNetwork(address))
      if (response.closed) return release()
      response.once('close', release)
    }
    // Known only when the page is made: they are taken from what the visitor asks next, and never spoil this answer.
    // What is never counted (health) is not counted afterwards either.
    if (cost !== 'gate' && cost > 0)
      response.once('close', () => {
        const units = visit.questions * questionUnits
        // The answer is out: a counter that fails has no one left to be told.
        if (units > 0) limits.takeForVisitor(address, { units }).catch(() => undefined)
      })
    await runVisit(visit, answer)
  }
