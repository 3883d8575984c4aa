import { allowedOrigin, type CorsOrigins } from '#lib/api/serve/exchange.ts'

type Handler = (request: Request) => Promise<Response>

/** The authentication scheme for programs; browsers do not show a password prompt for it. */
const challenge = 'Bearer realm="Spyglass"'

/** Headers of every API response: the origins that may read it, and how to authenticate after a 401. */
export const withResponseRules =
  (origins: CorsOrigins, handler: Handler): Handler =>
  async (request) => {
    const response = await handler(request)
    const { headers } = response
    if (response.status === 401 && !headers.has('www-authenticate')) headers.set('www-authenticate', challenge)
    if (origins === '*' || !headers.has('access-control-allow-origin')) return response
    const origin = allowedOrigin(origins, request.headers.get('origin'))
    if (origin === undefined) headers.delete('access-control-allow-origin')
    else headers.set('access-control-allow-origin', origin)
    headers.append('vary', 'Origin')
    return response
  }
