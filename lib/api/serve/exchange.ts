import { completeHeader, coverageHeader } from '#lib/api/coverage.ts'
import type { Requester } from '#lib/api/endpoint.ts'
import type { RenderError } from '#lib/api/error-bodies.ts'
import { shortenedHeader } from '#lib/api/fit-answer.ts'
import { isServiceError, ServiceError, unexpected } from '#lib/base/errors.ts'
import { type Bytes, compress, type Encoding, encodingFor } from './compress.ts'

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

/**
 * Result of admission: `headers` are added to the response, `refused` ends the request. `caller` is a name for the log;
 * `callerId` identifies a caller, if known.
 */
export type Admission = {
  headers: Record<string, string>
  caller: string
  callerId?: string
  /** The scopes of the caller's key; undefined for everything. */
  scopes?: readonly string[]
  requester?: Requester
  refused?: ServiceError
}

/** Decides whether a request may be answered. Throws `ServiceError` only when it cannot decide. */
export type Admit = (request: Request, endpointName: string) => Promise<Admission>

/** Refuses a key that lacks one of the scopes. Callers without `scopes` (the operator's keys, the explorer's pages) may use all. */
export const withScopes = (admission: Admission, required: readonly string[]): Admission => {
  const { refused, scopes } = admission
  const missing = required.filter((scope) => scopes !== undefined && !scopes.includes(scope))
  if (refused !== undefined || missing.length === 0) return admission
  const text = `This API key lacks the scope ${missing.join(' and ')}. It has: ${scopes?.join(', ') || 'none'}.`
  return { ...admission, refused: new ServiceError('forbidden', text) }
}

/** Returns the caller's own id if it is safe to log and to echo. */
const requestIdOf = (request: Request): string => {
  const given = request.headers.get('x-request-id')
  return given !== null && /^[\w.-]{1,64}$/.test(given) ? given : crypto.randomUUID()
}

/*
 * The life cycle of a request, whatever protocol it speaks: a handler finds out what is asked, enters the caller, and returns or throws;
 * here an error becomes an answer, the answer a response, and the log hears of both once.
 */

/** A completed request, for the log. Parameters and headers are omitted: they may contain secrets. */
export type RequestFacts = {
  requestId: string
  method: string
  /** The endpoint's name in the contract; none if no path matched. */
  endpoint?: string
  /** 499 when the client went away. */
  status: number
  durationMs: number
  /** The length of the answer before it was compressed. */
  bytes?: number
  /** The source that answered. */
  source?: string
  /** The name of the key's owner, or of the admitted caller. */
  caller?: string
  /** The thrown error, for the log only: a `ServiceError`, or a bug. */
  error?: unknown
}

/** A request, and what becomes known while it is handled. */
export type Exchange = Pick<RequestFacts, 'endpoint' | 'caller' | 'source'> & {
  readonly request: Request
  readonly requestId: string
  /** Of the response, whether it succeeds or not. */
  readonly headers: Record<string, string>
  /** `Set-Cookie` values. */
  readonly cookies: string[]
  renderError: RenderError
}

export type ExchangeAnswer = {
  /** 200 when left out. */
  status?: number
  /** The status that is sent, where the one for logs is another: clients of some protocols read errors in a body with 200. */
  sentStatus?: number
  /** JSON, unless the headers say otherwise. */
  body: Bytes | ReadableStream<Uint8Array> | null
  /** The body in other encodings, for an answer that is kept: each is made once. */
  encodings?: Map<Encoding, Bytes>
  error?: unknown
  /** A stream is logged when it has ended, with the outcome. */
  ended?: Promise<Pick<RequestFacts, 'status' | 'error'>>
}

export type ExchangeOptions = {
  renderError: RenderError
  /** Hears of every request once, after it was answered. */
  observe: (facts: RequestFacts) => void
  /** Headers of every response, the refused ones included. Without CORS headers, other sites cannot read it. */
  headers?: Readonly<Record<string, string>>
  /** The status that errors are sent with, for clients that read a body only with 200; logs keep the error's own. */
  errorStatus?: number
  /** Whether to compress responses. Not under a server that does so itself, as it may drop our header. */
  compressed?: boolean
}

export const clientClosedStatus = 499

const utf8 = new TextEncoder()
/** Servers write bytes directly; a string is encoded while it is written, character by character. */
export const jsonBytes = (value: unknown): Bytes => utf8.encode(JSON.stringify(value))

/** Handles requests of one kind. The answer to a preflight is made here if other sites may read the answers. */
export const exchange =
  (
    { renderError, observe, headers: common = corsHeaders, errorStatus, compressed = false }: ExchangeOptions,
    answer: (exchange: Exchange) => Promise<ExchangeAnswer>,
  ): ((request: Request) => Promise<Response>) =>
  async (request) => {
    const startedAt = performance.now()
    const seen: Exchange = { request, requestId: requestIdOf(request), headers: {}, cookies: [], renderError }
    const hasPreflight = request.method === 'OPTIONS' && 'access-control-allow-origin' in common
    const answered = hasPreflight
      ? preflight(seen)
      : await answer(seen).catch((thrown: unknown): ExchangeAnswer => failure(thrown, seen))
    const { status = 200, sentStatus, body, encodings, error, ended } = answered
    const shown = request.method === 'HEAD' ? null : body
    const encoding = compressed && shown instanceof Uint8Array ? encodingOf(request, shown) : undefined
    const sent = encoding && shown instanceof Uint8Array ? await encoded(shown, encoding, encodings) : shown
    const durationMs = performance.now() - startedAt
    const report = (outcome: Pick<RequestFacts, 'status' | 'error'>): void => {
      const { requestId, endpoint, caller, source } = seen
      const bytes = shown instanceof Uint8Array ? shown.length : undefined
      const tookMs = ended ? performance.now() - startedAt : durationMs
      observe({ requestId, method: request.method, durationMs: tookMs, bytes, ...outcome, endpoint, caller, source })
    }
    if (ended) void ended.then(report)
    else report({ status, error })
    const response = new Response(sent, {
      status: sentStatus ?? (error === undefined ? status : (errorStatus ?? status)),
      headers: {
        ...(body !== null && { 'content-type': 'application/json; charset=utf-8' }),
        ...(compressed && body !== null && { vary: 'Accept-Encoding' }),
        ...(encoding && { 'content-encoding': encoding }),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': seen.requestId,
        'server-timing': `total;dur=${durationMs.toFixed(1)}`,
        ...(seen.source && { 'x-spyglass-source': seen.source }),
        ...common,
        ...seen.headers,
      },
    })
    for (const cookie of seen.cookies) response.headers.append('set-cookie', cookie)
    return response
  }

/** Admits the caller. @throws the refusal, and an error if it cannot be decided. */
export const enter = async (
  seen: Exchange,
  admit: Admit,
  { name, scopes }: { name: string; scopes: readonly string[] },
): Promise<Admission & { requester?: Requester }> => {
  const admission = withScopes(await admit(seen.request, name), scopes)
  Object.assign(seen.headers, admission.headers)
  seen.caller = admission.caller
  if (admission.refused) throw admission.refused
  return admission
}

const encodingOf = ({ headers }: Request, { length }: Bytes): Encoding | undefined =>
  encodingFor(length, headers.get('accept-encoding'))

const encoded = async (body: Bytes, encoding: Encoding, made: Map<Encoding, Bytes> | undefined): Promise<Bytes> => {
  const bytes = made?.get(encoding) ?? (await compress(body, encoding))
  made?.set(encoding, bytes)
  return bytes
}

const failure = (thrown: unknown, { request, requestId, headers, renderError }: Exchange): ExchangeAnswer => {
  if (request.signal.aborted) return { status: clientClosedStatus, body: null }
  const error = isServiceError(thrown) ? thrown : unexpected(thrown)
  if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(Math.ceil(error.retryAfterSeconds))
  delete headers['content-type']
  return { status: error.status, body: jsonBytes(renderError(error, requestId)), error: thrown }
}

const preflight = ({ request, headers }: Exchange): ExchangeAnswer => {
  Object.assign(headers, preflightHeaders(request.headers.get('access-control-request-headers')))
  return { status: 204, body: null }
}
