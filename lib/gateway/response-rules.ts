import { allowedOrigin, type CorsOrigins } from '#lib/api/cors.ts'

type Handler = (request: Request) => Promise<Response>

/** How a program proves who it is; a browser asks no one for a password because of it. */
const challenge = 'Bearer realm="Spyglass"'

/** What every answer of the API follows, whichever handler made it: which origins may read it, and how to sign in after a 401. */
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
