import { apiRoutes } from '#components/api-routes.ts'
import type { CodeEndpoint } from '#components/docs/example-code.ts'
import { createExportOf, type ExportedList } from '#components/export/exported-list.ts'
import { addressOf } from '#lib/api/client/client.ts'
import type { Call } from '#lib/pages/question.ts'

/** The question in an element's data attributes (written by `SourceLink`), as an HTTP request. */
export const calledEndpoint = ({ api = '', endpoint = '', input = '{}' }: DOMStringMap): CodeEndpoint | undefined => {
  const { routes, basePath } = apiRoutes[api] ?? {}
  const route = routes?.[endpoint]
  if (!route) return undefined
  return {
    method: route.method,
    path: `${basePath}${route.path}`,
    paged: route.paged === 'cursor',
    example: { input: JSON.parse(input) },
  }
}

/** The URL of the request: `/api/v2/transaction/0x…?chain=eth`. */
export const calledUrl = ({ api, name, input }: Call): string | undefined => {
  const { routes, basePath } = apiRoutes[api] ?? {}
  const route = routes?.[name]
  return route && basePath + addressOf(route, input)
}

/** The whole list of which a question requests a page. */
export const exportOf = ({ api, name, input }: Call): ExportedList => {
  const { routes = {}, basePath } = apiRoutes[api] ?? {}
  return createExportOf(routes, basePath)(name, input)
}
