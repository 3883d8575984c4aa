import { callsOf } from '#lib/api/client/client.ts'
import { type Coverage, coverageHeaders } from '#lib/api/coverage.ts'
import type { Api, Client, Requester } from '#lib/api/endpoint.ts'
import type { RenderError } from '#lib/api/error-bodies.ts'
import { readJsonBody } from '#lib/api/input/json-body.ts'
import { type RawParameters, readQuery } from '#lib/api/input/raw-input.ts'
import { refuseUnknown } from '#lib/api/parse-input.ts'
import { createMatcher } from '#lib/api/route.ts'
import { isServiceError, ServiceError, unexpected } from '#lib/base/errors.ts'
import type { Admit } from './admission.ts'
import { type Bytes, compress, type Encoding, encodingFor } from './compress.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import type { AnswerCache, KeptAnswer } from './kept-answers.ts'
import { withScopes } from './key-scopes.ts'
import { requestIdOf } from './request-id.ts'
import { isStrictAt, pathWithin, type RequestPlace } from './request-place.ts'

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

/** The index position behind an endpoint's response, as headers; none if our index is not involved. */
export type IndexPosition = (endpointName: string, parameters: RawParameters) => Promise<Record<string, string>>

export type ServeOptions = RequestPlace & {
  renderError: RenderError
  /** Limit of a request's JSON body; 64 KiB by default. */
  bodyBytesMax?: number
  /** Whether to compress responses. Not under a server that does so itself, as it may drop our header. */
  compressed?: boolean
  /** Admits or refuses requests; without it all are admitted. */
  admit?: Admit
  /** The scope that a key needs to use this API. */
  scope?: string
  /** Headers with the index position at the time of the request. */
  indexPosition?: IndexPosition
  /** Responses of endpoints that may be kept; without it none are. */
  answers?: AnswerCache
  /** Hears of every request once, after it was answered. */
  observe: (facts: RequestFacts) => void
}

/** Facts collected while a request is processed. */
type Seen = { headers: Record<string, string>; endpoint?: string; caller?: string; source?: string }
type Answer = { status: number; body: Bytes | null; error?: unknown; kept?: KeptAnswer }

const clientClosedStatus = 499
const notModifiedStatus = 304
/** Tags of `If-None-Match` that are compared. */
const etagsMax = 20

const utf8 = new TextEncoder()
/** Servers write bytes directly; a string is encoded while it is written, character by character. */
const jsonBytes = (value: unknown): Bytes => utf8.encode(JSON.stringify(value))

/** Serves an API over HTTP: turns a contract and a client into `Request → Response`. Independent of systems and servers. */
export const serve = <A extends Api>(
  api: A,
  client: Client<A>,
  options: ServeOptions,
): ((request: Request) => Promise<Response>) => {
  const match = createMatcher(api)
  const calls = callsOf(client)

  const answer = async (request: Request, seen: Seen): Promise<Answer> => {
    const url = new URL(request.url)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const path = pathWithin(url.pathname, options)
    const found = path === undefined ? undefined : match(method, path)
    if (found?.kind === 'wrong_method') throw wrongMethod(found.allowed, seen)
    const endpoint = found?.kind === 'found' ? api[found.name] : undefined
    const call = found?.kind === 'found' ? calls[found.name] : undefined
    if (found?.kind !== 'found' || endpoint === undefined || call === undefined) throw unknownPath(request.method, url)
    seen.endpoint = found.name

    let callerId: string | undefined
    let requester: Requester | undefined
    if (options.admit) {
      const admission = withScopes(await options.admit(request, found.name), options.scope ? [options.scope] : [])
      Object.assign(seen.headers, admission.headers)
      seen.caller = admission.caller
      callerId = admission.callerId
      requester = admission.requester
      if (admission.refused) throw admission.refused
    }
    const place = url.pathname + url.search
    const version = endpoint.isKept && method === 'GET' ? options.answers?.version() : undefined
    const known = version === undefined ? undefined : options.answers?.find(place, version)
    if (known) {
      Object.assign(seen.headers, known.headers)
      seen.source = known.source
      return fromKept(known, request)
    }
    const given = method === 'POST' ? await readJsonBody(request, options.bodyBytesMax) : {}
    const query = readQuery(url.searchParams)
    if (isStrictAt(url.pathname, options)) refuseUnknown(endpoint, query)
    const parameters = { ...query, ...given, ...found.parameters }
    // Read before the response, which may then be newer but never older. A failure here must not fail the response.
    const indexPosition = options.indexPosition?.(found.name, parameters).catch(() => undefined)
    let coverage: Coverage | undefined
    const headers: Record<string, string> = {}
    const output = await call(parameters, {
      signal: request.signal,
      caller: callerId,
      requester,
      answeredBy: (source) => {
        seen.source = source
      },
      coveredBy: (reportedCoverage) => {
        coverage = reportedCoverage
      },
      setHeader: (name, value) => {
        headers[name] = value
      },
    })
    // A note about this very response, e.g. that a node did not answer: the next request tries again.
    const isNoted = Object.keys(headers).length > 0
    Object.assign(headers, coverageHeaders(coverage, output))
    if (seen.source !== 'hosted') Object.assign(headers, await indexPosition)
    Object.assign(seen.headers, headers)
    const body = jsonBytes(output)
    if (version === undefined || isNoted || seen.source === 'hosted' || !options.answers)
      return { status: endpoint.success ?? 200, body }
    return fromKept(options.answers.keep(place, version, { body, headers, source: seen.source }), request)
  }

  const failure = (thrown: unknown, request: Request, requestId: string, seen: Seen): Answer => {
    if (request.signal.aborted) return { status: clientClosedStatus, body: null }
    const error = isServiceError(thrown) ? thrown : unexpected(thrown)
    if (error.retryAfterSeconds !== undefined) seen.headers['retry-after'] = String(Math.ceil(error.retryAfterSeconds))
    return { status: error.status, body: jsonBytes(options.renderError(error, requestId)), error: thrown }
  }

  return async (request) => {
    const startedAt = performance.now()
    const requestId = requestIdOf(request)
    const seen: Seen = { headers: {} }
    const { status, body, error, kept } =
      request.method === 'OPTIONS'
        ? preflight(request, seen)
        : await answer(request, seen).catch((thrown: unknown) => failure(thrown, request, requestId, seen))
    const shown = request.method === 'HEAD' ? null : body
    const accepted = options.compressed ? request.headers.get('accept-encoding') : null
    const encoding = shown ? encodingFor(shown.length, accepted) : undefined
    const bytes = shown && encoding ? await encoded(shown, encoding, kept) : shown
    const { headers, ...facts } = seen
    const durationMs = performance.now() - startedAt
    options.observe({ requestId, method: request.method, status, durationMs, bytes: shown?.length, error, ...facts })
    return new Response(bytes, {
      status,
      headers: {
        ...(body !== null && { 'content-type': 'application/json; charset=utf-8' }),
        ...(options.compressed && body !== null && { vary: 'Accept-Encoding' }),
        ...(encoding && { 'content-encoding': encoding }),
        // A kept response may be stored by its caller, but is asked for each time.
        ...(kept ? { 'cache-control': 'private, no-cache', etag: kept.etag } : { 'cache-control': 'no-store' }),
        'x-content-type-options': 'nosniff',
        'x-request-id': requestId,
        'server-timing': `total;dur=${durationMs.toFixed(1)}`,
        ...(seen.source && { 'x-spyglass-source': seen.source }),
        ...corsHeaders,
        ...headers,
      },
    })
  }
}

const fromKept = (kept: KeptAnswer, request: Request): Answer => {
  const known = request.headers.get('if-none-match')?.split(',', etagsMax) ?? []
  const isKnown = known.some((tag) => weak(tag.trim()) === kept.etag)
  return isKnown ? { status: notModifiedStatus, body: null, kept } : { status: 200, body: kept.body, kept }
}

/** A cache that compressed a response itself may have dropped the mark of a weak tag. */
const weak = (tag: string): string => (tag.startsWith('W/') ? tag : `W/${tag}`)

/** The compressed body; that of a kept response is made once. */
const encoded = async (body: Bytes, encoding: Encoding, kept: KeptAnswer | undefined): Promise<Bytes> => {
  const known = kept?.encoded.get(encoding)
  if (known) return known
  const made = await compress(body, encoding)
  kept?.encoded.set(encoding, made)
  return made
}

const preflight = (request: Request, seen: Seen): Answer => {
  Object.assign(seen.headers, preflightHeaders(request.headers.get('access-control-request-headers')))
  return { status: 204, body: null }
}

const wrongMethod = (allowed: readonly string[], seen: Seen): ServiceError => {
  const methods = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  seen.headers.allow = methods
  return new ServiceError('method_not_allowed', `This endpoint accepts ${methods}.`)
}

const unknownPath = (method: string, { pathname }: URL): ServiceError =>
  new ServiceError(
    'not_found',
    `There is no endpoint ${method} ${pathname.slice(0, 200)}. The endpoints are listed at /docs.`,
  )
