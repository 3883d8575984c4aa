import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RenderError } from '#lib/api/error-bodies.ts'
import type { CorsOrigins } from '#lib/api/serve/cors.ts'
import { isServiceError, unexpected } from '#lib/base/errors.ts'
import type { Log } from '#lib/base/logger.ts'
import { setVisitorAddress } from './callers/visitor-address.ts'
import type { WithBudget } from './limits/visitor-budget.ts'
import { refuse } from './refusal.ts'
import { checkTarget } from './request-target.ts'

export type FrontParts = {
  siteUrl: string
  trustedProxyHops: number
  /** Origins that may read the API's responses. */
  corsOrigins?: CorsOrigins
  withBudget: WithBudget
  /** How an API renders its errors. */
  renderErrorAt: (path: string) => RenderError
  log: Log
}

export type FrontHandler = {
  /** Rewrites the request's URL before it is counted. */
  prepare?: (request: IncomingMessage) => void
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>
}

/** Other sites may embed these: images of NFTs, and preview images of links. */
const shownElsewhere = /^\/(media|api\/page\/png)\//
/** Their handlers answer preflights. */
const hasOwnOptions = /^\/(api|media)(\/|$)/
const yearSeconds = 31_536_000
const givenId = /^[\w.-]{1,64}$/

/**
 * Runs before every handler, on web and on the API server: finds the sender, rejects malformed requests, and charges
 * the visitor's budget. Requests refused here are not rendered.
 */
export const createFront = ({
  siteUrl,
  trustedProxyHops,
  corsOrigins: origins,
  withBudget,
  renderErrorAt,
  log,
}: FrontParts) => {
  const site = new URL(siteUrl)
  return async (request: IncomingMessage, response: ServerResponse, { prepare, answer }: FrontHandler) => {
    const given = request.headers['x-request-id']
    const requestId = typeof given === 'string' && givenId.test(given) ? given : crypto.randomUUID()
    response.setHeader('x-content-type-options', 'nosniff')
    if (site.protocol === 'https:') response.setHeader('strict-transport-security', `max-age=${yearSeconds}`)
    setVisitorAddress(request, trustedProxyHops)
    try {
      const fault = checkTarget(request, site.host)
      response.setHeader('cross-origin-resource-policy', 'same-origin')
      if (fault !== undefined) return refuse(request, response, { ...fault, requestId, origins, renderErrorAt })
      if (request.method === 'OPTIONS' && !hasOwnOptions.test(request.url ?? '')) {
        response.writeHead(204, { allow: 'GET, HEAD, OPTIONS' }).end()
        return
      }
      prepare?.(request)
      if (shownElsewhere.test(request.url ?? '')) response.setHeader('cross-origin-resource-policy', 'cross-origin')
      await withBudget(request, response, () => answer(request, response))
    } catch (thrown) {
      if (!isServiceError(thrown)) log.error({ requestId, err: thrown }, 'a bug')
      if (response.headersSent) return void response.destroy()
      const error = isServiceError(thrown) ? thrown : unexpected(thrown)
      refuse(request, response, { error, requestId, origins, renderErrorAt })
    }
  }
}
