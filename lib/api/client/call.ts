import type { Coverage } from '#lib/api/coverage.ts'
import type { CallContext } from '#lib/api/endpoint.ts'
import { type RawParameters, writeQuery } from '#lib/api/input/raw-input.ts'
import type { Route } from '#lib/api/route.ts'
import { badParameter, type ErrorCode, errorCodes, isServiceError, ServiceError } from '#lib/base/errors.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { isKeyOf, keysOf } from '#lib/base/typed-keys.ts'

/** A call for code that serves every endpoint alike. */
export type AnyCall = (input: RawParameters, context?: CallContext) => Promise<unknown>

/** Sends one request. The default is `fetch`; servers pass one with limits and retries. */
export type Send = (request: Request) => Promise<Response>

export type ClientOptions = {
  /** Everything before the route's path; empty for the same origin in a browser. */
  baseUrl: string
  headers?: Record<string, string>
  send?: Send
  /** Reads the coverage of a response; browsers do not need it. */
  coverageOf?: (headers: Headers) => Coverage | undefined
}

/**
 * Path and remaining parameters of one call: path parameters go into the path. @throws ServiceError `invalid_request`
 * for a value that cannot be part of a path.
 */
export const filledPath = ({ path }: Route, input: RawParameters): { path: string; rest: RawParameters } => {
  const rest = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name] ?? '')
    delete rest[name]
    // A URL drops these segments, encoded or not: the request would go to another endpoint.
    if (/^\.{0,2}$/.test(value)) throw badParameter(name, 'is required')
    return encodeURIComponent(value)
  })
  return { path: filled, rest }
}

export const withQuery = (path: string, parameters: RawParameters): string => {
  const query = writeQuery(parameters).toString()
  return path + (query && `?${query}`)
}

/** The URL of a GET request, starting at the route's path: `/api/v2/0xab…/nft?chain=eth`. */
export const addressOf = (route: Route, input: RawParameters): string => {
  const { path, rest } = filledPath(route, input)
  return withQuery(path, rest)
}

export type BuildRequest = (route: Route, input: RawParameters, options: ClientOptions, signal?: AbortSignal) => Request

/**
 * The request of a call as pages make them: a GET, or a POST with all fields in its body. Others are built by `buildRequest`, which
 * pages do not load. @throws ServiceError `invalid_request` for a value that cannot be part of a path.
 */
const plainRequest: BuildRequest = (route, input, options, signal) => {
  const headers = { accept: 'application/json', ...options.headers }
  if (route.method === 'GET') return new Request(options.baseUrl + addressOf(route, input), { headers, signal })
  const { path, rest } = filledPath(route, input)
  return new Request(options.baseUrl + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(rest),
    signal,
  })
}

/** One endpoint over HTTP. @throws ServiceError with the server's code, message and faults. */
export const createCall = (route: Route, options: ClientOptions, build = plainRequest): AnyCall => {
  const send = options.send ?? ((request: Request) => fetch(request))
  return async (input, context) => {
    const response = await send(build(route, input, options, context?.signal))
    if (!response.ok) throw await errorOf(response)
    const coverage = context?.coveredBy && options.coverageOf?.(response.headers)
    if (coverage) context?.coveredBy?.(coverage)
    return response.json()
  }
}

/** Parses an error response of any of the three systems; falls back to the status text if the body is not JSON. */
export const errorOf = async (response: Response): Promise<ServiceError> => {
  const body: unknown = await response.json().catch(() => undefined)
  const fields = isFields(body) ? body : {}
  const message = Array.isArray(fields.message) ? fields.message.join('; ') : fields.message
  const retryAfter = Number(response.headers.get('retry-after'))
  return new ServiceError(
    codeOf(response.status, fields.code),
    typeof message === 'string' ? message : `The server responded with ${response.status}.`,
    {
      details: Array.isArray(fields.details) ? fields.details : undefined,
      retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
    },
  )
}

const codeOf = (status: number, code: unknown): ErrorCode => {
  if (typeof code === 'string' && isKeyOf(errorCodes, code)) return code
  return (
    keysOf(errorCodes).find((name) => errorCodes[name] === status) ??
    (status < 500 ? 'invalid_request' : 'upstream_failed')
  )
}

/** Whether a retry can succeed: by the error's code, and for network failures. */
export const isRetryable = (error: unknown): boolean => !isServiceError(error) || error.retryable
