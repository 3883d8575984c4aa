import { callsOf } from '#lib/api/client/any-call.ts'
import type { Api, CallContext, Endpoint } from '#lib/api/endpoint.ts'
import type { RenderError } from '#lib/api/error-bodies.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import { createMatcher } from '#lib/api/route.ts'
import { isStrictAt, pathWithin, type RequestPlace } from '#lib/api/serve/request-place.ts'

export type ExportedApi = RequestPlace & { api: Api; client: object; scope: string; renderError: RenderError }

/** A list of an API, and the parameters in its path. */
export type ExportedList = {
  name: string
  endpoint: Endpoint
  call: (input: RawParameters, context: CallContext) => Promise<unknown>
  parameters: RawParameters
  /** The scope required for the list itself, besides `export`. */
  scope: string
  renderError: RenderError
  /** Whether a parameter that the list does not have is refused. */
  isStrict: boolean
}

/** Finds the list of a path with the same matching as a request for one of its pages. */
export const createFindList = (apis: readonly ExportedApi[]): ((path: string) => ExportedList | undefined) => {
  const matchers = apis.map((each) => ({ ...each, match: createMatcher(each.api) }))
  return (path) => {
    for (const { api, client, scope, renderError, match, ...place } of matchers) {
      const inside = pathWithin(path, place)
      const found = inside === undefined ? undefined : match('GET', inside)
      if (found?.kind !== 'found') continue
      const endpoint = api[found.name]
      const call = callsOf(client)[found.name]
      if (endpoint?.paged && call)
        return {
          name: found.name,
          endpoint,
          call,
          parameters: found.parameters,
          scope,
          renderError,
          isStrict: isStrictAt(path, place),
        }
    }
    return undefined
  }
}
