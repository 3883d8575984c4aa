import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { RenderError } from '#lib/api/error-bodies.ts'
import { allowedOrigin, type CorsOrigins } from '#lib/api/serve/cors.ts'
import type { ServiceError } from '#lib/base/errors.ts'
import { dataSecurityPolicy } from './content-security-policy.ts'
import { refusedPage } from './refused-page.ts'

const nonceBytes = 16

export type Refusal = {
  error: ServiceError
  requestId: string
  allow?: string
  origins?: CorsOrigins
  renderErrorAt: (path: string) => RenderError
}

/** Refuses a request before any handler, in the client's format: a page, JSON of the API, or plain text. */
export const refuse = (
  request: IncomingMessage,
  response: ServerResponse,
  { error, requestId, allow, origins = '*', renderErrorAt }: Refusal,
): void => {
  const { url = '/', headers } = request
  const isApi = /^\/api(\/|$)/.test(url)
  const acceptsPage = (headers.accept ?? '').includes('text/html') && headers.rsc === undefined
  const send = (contentType: string, body: string, policy = dataSecurityPolicy): void => {
    // An unread body would block the next request of its connection.
    if (hasBody(headers) && !request.complete) response.setHeader('connection', 'close')
    response.statusCode = error.status
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
