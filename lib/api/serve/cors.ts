import { shortenedHeader } from '#lib/api/answer-size.ts'
import { completeHeader, coverageHeader } from '#lib/api/coverage.ts'

/**
 * Pages of any origin may call the API with their own key. Credentials are never allowed, so a browser neither sends
 * the explorer's session cookie for them nor shows them a response made with it.
 */
export const corsHeaders: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    ...['x-request-id', 'retry-after', 'x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'],
    ...['server-timing', 'x-spyglass-source', 'x-spyglass-indexed', 'x-spyglass-indexed-time'],
    ...[completeHeader, coverageHeader],
    'x-internal-transactions-missing',
    'x-abis-missing',
    shortenedHeader,
    'etag',
  ].join(', '),
}

/** The origins whose pages may read the API. */
export type CorsOrigins = '*' | readonly string[]

/** `Access-Control-Allow-Origin` for a request from this origin; undefined if its pages may not read the answer. */
export const allowedOrigin = (origins: CorsOrigins, origin: string | null | undefined): string | undefined => {
  if (origins === '*') return '*'
  return origins.find((each) => each === origin)
}

/** Headers that API clients send; the platform headers come from its SDK. */
const knownHeaders = [
  'accept',
  'authorization',
  'content-type',
  'if-none-match',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'x-api-key',
  'x-moralis-build-target',
  'x-moralis-platform',
  'x-moralis-platform-version',
  'x-request-id',
]

const requestedMax = 32
/** RFC 9110 §5.6.2, bounded: other requested headers are not echoed in the response. */
const token = /^[!#$%&'*+.^_`|~0-9a-z-]{1,64}$/

/** The response headers for a browser's preflight; other well-formed headers are allowed on request. */
export const preflightHeaders = (requestedHeaders: string | null): Record<string, string> => {
  const requested = (requestedHeaders ?? '').toLowerCase().split(',', requestedMax)
  const allowed = new Set([...knownHeaders, ...requested.map((name) => name.trim()).filter((name) => token.test(name))])
  return {
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, OPTIONS',
    'access-control-allow-headers': [...allowed].join(', '),
    'access-control-max-age': '86400',
    vary: 'Access-Control-Request-Headers',
  }
}
