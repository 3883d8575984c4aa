import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { RenderError } from '#lib/api/error-bodies.ts'
import { allowedOrigin, type CorsOrigins } from '#lib/api/serve/exchange.ts'
import { isServiceError, type ServiceError, unexpected } from '#lib/base/errors.ts'
import type { ProcessLog } from '#lib/base/logger.ts'
import { refusedPage } from './refused-page.ts'
import { checkTarget } from './request-target.ts'
import { setVisitorAddress } from './visitor-address.ts'
import type { WithBudget } from './visitor-budget.ts'

/** For data and errors: a browser that opens such a response runs and fetches nothing. */
export const dataSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The policy of a worker script's response applies to its thread: it may load its parts and call this server. */
export const threadSecurityPolicy = `${dataSecurityPolicy}; script-src 'self'; connect-src 'self'`

/**
 * The policy of a page: only scripts with its nonce and the scripts they load may run, and no other origin is
 * contacted. Next.js reads the nonce from the first `script-src` of the request header with this name.
 */
export const pageSecurityPolicy = (nonce: string, { development = false } = {}): string =>
  [
    "default-src 'none'",
    // Development evaluates its modules, to reload them one by one.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    "script-src-attr 'none'",
    // Threads that count or check run this server's own files.
    "worker-src 'self'",
    ...(development
      ? ["style-src 'self' 'unsafe-inline'"]
      : [
          "style-src 'self'",
          `style-src-elem 'self' 'nonce-${nonce}'`,
          // Sizes that come from data (bars, rows of long lists) are attributes of elements that the server renders.
          "style-src-attr 'unsafe-inline'",
        ]),
    // Wallets name their images as data.
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws: wss:' : ''}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const nonceBytes = 16

/** What an API says of its paths. */
type PathFacts = {
  /** The full address of a short one. */
  wholeAddress: (url: string) => string
  /** How an API renders its errors. */
  renderErrorAt: (path: string) => RenderError
  /** The status that it sends them with, if not their own. */
  errorStatusAt: (path: string) => number | undefined
}

type Refusal = {
  error: ServiceError
  requestId: string
  allow?: string
  origins?: CorsOrigins
} & Omit<PathFacts, 'wholeAddress'>

/** Refuses a request before any handler, in the client's format: a page, JSON of the API, or plain text. */
const refuse = (
  request: IncomingMessage,
  response: ServerResponse,
  { error, requestId, allow, origins = '*', renderErrorAt, errorStatusAt }: Refusal,
): void => {
  const { url = '/', headers } = request
  const isApi = /^\/api(\/|$)/.test(url)
  const acceptsPage = (headers.accept ?? '').includes('text/html') && headers.rsc === undefined
  const send = (contentType: string, body: string, policy = dataSecurityPolicy): void => {
    // An unread body would block the next request of its connection.
    if (hasBody(headers) && !request.complete) response.setHeader('connection', 'close')
    response.statusCode = errorStatusAt(url) ?? error.status
    response.setHeader('content-type', contentType)
    response.setHeader('content-length', Buffer.byteLength(body))
    response.setHeader('content-security-policy', policy)
    response.setHeader('cache-control', 'no-store')
    response.setHeader('x-request-id', requestId)
    response.setHeader('vary', 'Accept, RSC, Origin')
    const origin = isApi ? allowedOrigin(origins, headers.origin) : undefined
    if (origin !== undefined) response.setHeader('access-control-allow-origin', origin)
    if (allow !== undefined) response.setHeader('allow', allow)
    if (error.retryAfterSeconds !== undefined)
      response.setHeader('retry-after', String(Math.ceil(error.retryAfterSeconds)))
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  if (isApi) {
    send('application/json; charset=utf-8', JSON.stringify(renderErrorAt(url)(error, requestId)))
    return
  }
  if (!acceptsPage) {
    send('text/plain; charset=utf-8', `${error.message} Request ${requestId}\n`)
    return
  }
  const page = refusedPage({ error, request, requestId, nonce: randomBytes(nonceBytes).toString('base64') })
  send('text/html; charset=utf-8', page.html, page.contentSecurityPolicy)
}

const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

type FrontParts = {
  siteUrl: string
  trustedProxyHops: number
  /** Origins that may read the API's responses. */
  corsOrigins?: CorsOrigins
  withBudget: WithBudget
  log: ProcessLog
} & PathFacts

type FrontHandler = {
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
  log,
  wholeAddress,
  ...errors
}: FrontParts) => {
  const site = new URL(siteUrl)
  return async (request: IncomingMessage, response: ServerResponse, { prepare, answer }: FrontHandler) => {
    const given = request.headers['x-request-id']
    const requestId = typeof given === 'string' && givenId.test(given) ? given : crypto.randomUUID()
    response.setHeader('x-content-type-options', 'nosniff')
    if (site.protocol === 'https:') response.setHeader('strict-transport-security', `max-age=${yearSeconds}`)
    setVisitorAddress(request, trustedProxyHops)
    try {
      const fault = checkTarget(request, site.host, wholeAddress)
      response.setHeader('cross-origin-resource-policy', 'same-origin')
      if (fault !== undefined) return refuse(request, response, { ...fault, ...errors, requestId, origins })
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
      refuse(request, response, { ...errors, error, requestId, origins })
    }
  }
}
