import type { RawParameters } from '#lib/api/input/raw-input.ts'
import type { Route } from '#lib/api/route.ts'
import { type BuildRequest, filledPath, withQuery } from './call.ts'

/**
 * The address of one call and the JSON text of its body, if it has one: path parameters go into the path, the rest into the query
 * of a GET and into the body of others, except for those of `inQuery`. A whole body that is text is JSON already.
 */
export const requestParts = (route: Route, input: RawParameters): { address: string; body?: string } => {
  const { path, rest } = filledPath(route, input)
  if (route.method === 'GET') return { address: withQuery(path, rest) }
  const inQuery: RawParameters = {}
  for (const name of route.inQuery ?? []) {
    inQuery[name] = rest[name]
    delete rest[name]
  }
  const body = route.wholeBody ? rest[route.wholeBody] : rest
  return { address: withQuery(path, inQuery), body: typeof body === 'string' ? body : JSON.stringify(body) }
}

/** Builds the request of one call. @throws ServiceError `invalid_request` for a value that cannot be part of a path. */
export const buildRequest: BuildRequest = (route, input, options, signal) => {
  const { address, body } = requestParts(route, input)
  const accepted = { accept: 'application/json', ...options.headers }
  const headers = body === undefined ? accepted : { ...accepted, 'content-type': 'application/json' }
  return new Request(options.baseUrl + address, { method: route.method, headers, body, signal })
}
