import { hash } from 'node:crypto'
import { callsOf } from '#lib/api/client/client.ts'
import { type Coverage, coverageHeaders } from '#lib/api/coverage.ts'
import type { Api, Client } from '#lib/api/endpoint.ts'
import { readJsonBody } from '#lib/api/input/json-body.ts'
import { type RawParameters, readQuery } from '#lib/api/input/raw-input.ts'
import { refuseUnknown } from '#lib/api/parse-input.ts'
import { createMatcher, type Route } from '#lib/api/route.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { createKeptByVersion, type KeptByVersion, type KeptByVersionOptions } from '#lib/base/kept-by-version.ts'
import type { Bytes, Encoding } from './compress.ts'
import {
  type Admit,
  type Exchange,
  type ExchangeAnswer,
  type ExchangeOptions,
  enter,
  exchange,
  jsonBytes,
} from './exchange.ts'

/** A successful response of an endpoint that depends on the index alone. */
type KeptAnswer = {
  body: Bytes
  /** Of the endpoint: coverage, index position. Those of the caller's limits are not among them. */
  headers: Readonly<Record<string, string>>
  source: string | undefined
  etag: string
  /** The body compressed, once somebody asked for it. */
  encoded: Map<Encoding, Bytes>
}

export type AnswerCache = Pick<KeptByVersion<KeptAnswer>, 'version' | 'find'> & {
  /** `version` was read before the answer was computed. */
  keep(place: string, version: string, answer: Pick<KeptAnswer, 'body' | 'headers' | 'source'>): KeptAnswer
}

type AnswerCacheOptions = Pick<KeptByVersionOptions<KeptAnswer>, 'version' | 'ageMaxMs' | 'now'> & {
  bytesMax?: number
}

const bytesMaxUsual = 64 << 20
/** The headers of an answer. */
const bytesBesides = 2_048
/** Both compressed bodies together are taken to be as long as the body. */
const copies = 2

/**
 * Responses of this process by the URL that they answer, for as long as the data does not change: the same question at the same
 * version has the same bytes.
 */
export const createAnswerCache = ({ bytesMax = bytesMaxUsual, ...options }: AnswerCacheOptions): AnswerCache => {
  const { version, find, keep } = createKeptByVersion<KeptAnswer>({
    ...options,
    bound: { bytes: bytesMax, bytesOf: ({ body }, place) => body.length * copies + place.length + bytesBesides },
  })
  return {
    version,
    find,
    keep: (place, before, answer) => {
      const etag = `W/"${hash('sha1', answer.body, 'base64url')}"`
      const made: KeptAnswer = { ...answer, etag, encoded: new Map() }
      keep(place, before, made)
      return made
    },
  }
}

/** The mount point of an API on a server. */
export type RequestPaths = {
  /** The base path, removed before matching: `/api/auth`. */
  basePath?: string
  /** Other spellings of the beginning of a path (after `basePath`): `{ '/api/v2.2': '/api/v2' }`. */
  rewrite?: Record<string, string>
  /** Beginnings of paths (after `basePath`, before `rewrite`) under which a parameter that the endpoint lacks is refused. */
  strict?: readonly string[]
}

/** Whether a parameter that the endpoint does not have is refused here, instead of ignored. */
export const isStrictAt = (pathname: string, { basePath = '', strict = [] }: RequestPaths): boolean => {
  const path = withoutPrefix(pathname, basePath)
  return path !== undefined && strict.some((prefix) => withoutPrefix(path, prefix) !== undefined)
}

/** The path as the contract writes it, or `undefined` outside `basePath`. */
export const pathWithin = (pathname: string, { basePath = '', rewrite = {} }: RequestPaths): string | undefined => {
  const path = withoutPrefix(pathname, basePath)
  if (path === undefined) return undefined
  for (const [from, to] of Object.entries(rewrite)) {
    const rest = withoutPrefix(path, from)
    if (rest !== undefined) return to + rest
  }
  return path
}

const withoutPrefix = (path: string, prefix: string): string | undefined =>
  path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined

/** The index position behind an endpoint's response, as headers; none if our index is not involved. */
export type IndexPosition = (endpointName: string, parameters: RawParameters) => Promise<Record<string, string>>

export type ServeOptions = RequestPaths &
  ExchangeOptions & {
    /** Limit of a request's JSON body; 64 KiB by default. */
    bodyBytesMax?: number
    /** Admits or refuses requests; without it all are admitted. */
    admit?: Admit
    /** The scope that a key needs to use this API. */
    scope?: string
    /** Headers with the index position at the time of the request. */
    indexPosition?: IndexPosition
    /** Operations that callers know from another server of this API and that this one does not have, by their names. */
    unserved?: Readonly<Record<string, UnservedOperation>>
    /** Responses of endpoints that may be kept; without it none are. */
    answers?: AnswerCache
  }

export type UnservedOperation = Pick<Route, 'method' | 'path'> & {
  /** A clause that ends a sentence: `it needs the sales of NFT markets`. */
  reason: string
}

const notModifiedStatus = 304
/** Tags of `If-None-Match` that are compared. */
const etagsMax = 20

/**
 * Serves an API over HTTP: turns a contract and a client into `Request → Response`. Independent of systems and servers. A client may be made
 * for each request, and refuse it, before its body is read.
 */
export const serve = <A extends Api>(
  api: A,
  client: Client<A> | ((seen: Exchange, endpoint: Route) => Promise<Client<A>>),
  options: ServeOptions,
): ((request: Request) => Promise<Response>) => {
  const match = createMatcher({ ...api, ...options.unserved })

  return exchange(options, async (seen) => {
    const { request } = seen
    const url = new URL(request.url)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const path = pathWithin(url.pathname, options)
    const found = path === undefined ? undefined : match(method, path)
    if (found?.kind === 'wrong_method') throw wrongMethod(found.allowed, seen)
    const unserved = found?.kind === 'found' ? options.unserved?.[found.name] : undefined
    if (found?.kind === 'found' && unserved)
      throw new ServiceError('not_found', `The operation ${found.name} is not served here: ${unserved.reason}.`)
    const endpoint = found?.kind === 'found' ? api[found.name] : undefined
    if (found?.kind !== 'found' || endpoint === undefined) throw unknownPath(request.method, url)
    seen.endpoint = found.name

    const scopes = options.scope ? [options.scope] : []
    const admission = options.admit && (await enter(seen, options.admit, { name: found.name, scopes }))
    const calls = callsOf(typeof client === 'function' ? await client(seen, endpoint) : client)
    const place = url.pathname + url.search
    const version = endpoint.isKept && method === 'GET' ? options.answers?.version() : undefined
    const known = version === undefined ? undefined : options.answers?.find(place, version)
    if (known) {
      seen.source = known.source
      return fromKept(known, seen)
    }
    const given = method === 'GET' ? {} : await readBody(request, endpoint, options.bodyBytesMax)
    const query = readQuery(url.searchParams)
    if (isStrictAt(url.pathname, options)) refuseUnknown(endpoint, query)
    const parameters = { ...query, ...given, ...found.parameters }
    // Read before the response, which may then be newer but never older. A failure here must not fail the response.
    const indexPosition = options.indexPosition?.(found.name, parameters).catch(() => undefined)
    let coverage: Coverage | undefined
    const headers: Record<string, string> = {}
    const output = await calls[found.name]?.(parameters, {
      signal: request.signal,
      caller: admission?.callerId,
      requester: admission?.requester,
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
    return fromKept(options.answers.keep(place, version, { body, headers, source: seen.source }), seen)
  })
}

const readBody = async (
  request: Request,
  { wholeBody }: Route,
  bytesMax: number | undefined,
): Promise<RawParameters> => {
  const body = await readJsonBody(request, bytesMax)
  if (wholeBody === undefined) return body
  return Object.keys(body).length > 0 ? { [wholeBody]: body } : {}
}

/** A kept response may be stored by its caller, but is asked for each time. */
const fromKept = ({ headers, etag, body, encoded }: KeptAnswer, seen: Exchange): ExchangeAnswer => {
  Object.assign(seen.headers, headers, { 'cache-control': 'private, no-cache', etag })
  const known = seen.request.headers.get('if-none-match')?.split(',', etagsMax) ?? []
  const isKnown = known.some((tag) => weak(tag.trim()) === etag)
  return isKnown ? { status: notModifiedStatus, body: null } : { body, encodings: encoded }
}

/** A cache that compressed a response itself may have dropped the mark of a weak tag. */
const weak = (tag: string): string => (tag.startsWith('W/') ? tag : `W/${tag}`)

const wrongMethod = (allowed: readonly string[], seen: Exchange): ServiceError => {
  const methods = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  seen.headers.allow = methods
  return new ServiceError('method_not_allowed', `This endpoint accepts ${methods}.`)
}

const unknownPath = (method: string, { pathname }: URL): ServiceError =>
  new ServiceError(
    'not_found',
    `There is no endpoint ${method} ${pathname.slice(0, 200)}. The endpoints are listed at /docs.`,
  )
