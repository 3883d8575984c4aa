import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import { parseJson } from '#lib/api/input/parse-json.ts'
import { ServiceError } from '#lib/base/errors.ts'

/** Next's own limit (parse-and-validate-flight-router-state.js). */
const lengthMax = 40_000

const segment = z.union([
  z.string(),
  z.tuple([
    z.string(),
    z.string(),
    z.enum(['c', 'ci(..)(..)', 'ci(.)', 'ci(..)', 'ci(...)', 'oc', 'd', 'di(..)(..)', 'di(.)', 'di(..)', 'di(...)']),
    z.array(z.string()).nullable(),
  ]),
])
const state: z.ZodType = z.lazy(() =>
  z.tuple([
    segment,
    z.record(z.string(), state),
    z.tuple([z.string(), z.string()]).nullable().optional(),
    z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullable().optional(),
    z.number().nullable().optional(),
    z.string().optional(),
  ]),
)

/** Whether Next can parse this `Next-Router-State-Tree`: otherwise it would respond with 500. */
export const isRouterState = (header: string): boolean => {
  if (header.length > lengthMax) return false
  try {
    return state.safeParse(parseJson(decodeURIComponent(header))).success
  } catch {
    return false
  }
}

/** Why a request is refused, and the allowed methods, if that is the reason. */
export type TargetFault = { error: ServiceError; allow?: string }

const pageMethods = ['GET', 'HEAD', 'OPTIONS']
/** Handlers of the API check the methods of their paths themselves. */
const apiMethods = [...pageMethods, 'POST', 'PUT', 'PATCH', 'DELETE']

/** A name, an IPv4 or a bracketed IPv6 address, with a port. Bounded, so that nothing backtracks for long. */
const hostForm = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(:\d{1,5})?$/i

/** File systems take no longer one, and none of ours is nearly as long. */
const pathLengthMax = 4_096

/**
 * Normalises the request's target to origin form (`http://host/path` becomes `/path`) and short paths to whole ones,
 * and refuses requests that no handler can read: an invalid target or `Host`, escapes that are not UTF-8, unsupported
 * methods.
 */
export const checkTarget = (
  request: IncomingMessage,
  siteHost: string,
  wholeAddress: (url: string) => string,
): TargetFault | undefined => {
  const { method = 'GET', headers, rawHeaders } = request
  const given = request.url ?? ''
  if (!given.startsWith('/')) {
    const absolute = /^https?:\/\//i.test(given) && URL.canParse(given) ? new URL(given) : undefined
    if (absolute === undefined) return invalid('The target of the request must be a path.')
    request.url = absolute.pathname + absolute.search
    // RFC 9112 §3.2.2: the target's host takes precedence over the header.
    headers.host = absolute.host
  }
  // Programs resolve `//host` and `/\host` as another site's address, or fail to.
  if (/^\/[/\\]/.test(request.url ?? '')) return invalid('The path must not begin with two slashes.')
  // HTTP/1.0 has no Host.
  if (headers.host === undefined && request.httpVersion === '1.0') headers.host = siteHost
  if (headers.host === undefined) return invalid('The request has no Host header.')
  if (!hostForm.test(headers.host) || !URL.canParse(`http://${headers.host}`))
    return invalid('The Host header is not valid.')
  if (rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length > 1)
    return invalid('The request has more than one Host header.')
  const routerState = headers['next-router-state-tree']
  if (routerState !== undefined && !isRouterState(String(routerState)))
    return invalid('The Next-Router-State-Tree header is not valid.')
  request.url = wholeAddress(request.url ?? '/')
  const [path = '/'] = request.url.split('?', 1)
  if (path.length > pathLengthMax) return invalid(`The path is longer than ${pathLengthMax} characters.`)
  if (!isDecodable(path)) return invalid('The path contains an escape that is not UTF-8.')
  const allowed = /^\/api(\/|$)/.test(path) ? apiMethods : pageMethods
  if (allowed.includes(method)) return undefined
  const allow = allowed.join(', ')
  return { error: new ServiceError('method_not_allowed', `This URL accepts ${allow}.`), allow }
}

const invalid = (message: string): TargetFault => ({ error: new ServiceError('invalid_request', message) })

const isDecodable = (path: string): boolean => {
  try {
    // NUL is in no path of ours, and databases refuse it.
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
