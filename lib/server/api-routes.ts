import type { Handler } from '#lib/config/family.ts'
import type { Systems } from './systems.ts'

type Handlers = Systems['handlers']

/** Single responses, requested with GET. */
const documents: Record<string, keyof Handlers> = {
  '/api/openapi.json': 'openApi',
  '/api/health': 'health',
  '/api/metrics': 'metrics',
}

/** Everything below these paths; `api` answers the rest, by the paths that each family declares. Handlers answer wrong methods themselves. */
const trees: [path: string, name: keyof Handlers][] = [
  ['/api/auth/', 'signIn'],
  ['/api/export/', 'exports'],
  ['/media/', 'media'],
]

/** The paths of all handlers on a plain server, the same as the route files under `app/api`. */
export const createApiRoutes = (handlers: Handlers): Handler => {
  const mounted = new Map(Object.entries(documents).map(([path, name]) => [path, readOnly(handlers[name])]))
  return (request) => {
    const { pathname } = new URL(request.url)
    const document = mounted.get(pathname)
    if (document) return document(request)
    const tree = trees.find(([path]) => pathname.length > path.length && pathname.startsWith(path))
    return handlers[tree?.[1] ?? 'api'](request)
  }
}

const readOnly =
  (handler: Handler): Handler =>
  async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return handler(request)
    return new Response(null, {
      status: request.method === 'OPTIONS' ? 204 : 405,
      headers: { allow: 'GET, HEAD, OPTIONS' },
    })
  }
