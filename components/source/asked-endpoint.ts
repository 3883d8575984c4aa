import type { CodeEndpoint } from '#components/docs/example-code.ts'
import { createExportOf, type ExportedList } from '#components/export/exported-list.ts'
import { addressOf } from '#lib/api/client.ts'
import type { Routes } from '#lib/api/route.ts'
import { aptosExplorerRoutes, aptosRoutes } from '#lib/aptos/contract/routes.ts'
import { evmExplorerRoutes } from '#lib/evm/contract/explorer-routes.ts'
import { evmRoutes } from '#lib/evm/contract/routes.ts'
import type { Call } from '#lib/pages/question.ts'

const served: Record<string, { routes: Routes; basePath: string }> = {
  evm: { routes: evmRoutes, basePath: '' },
  'evm-explorer': { routes: evmExplorerRoutes, basePath: '/api/explorer' },
  aptos: { routes: aptosRoutes, basePath: '/api/aptos' },
  'aptos-explorer': { routes: aptosExplorerRoutes, basePath: '/api/explorer' },
}

/** The question that an element names in its data (`SourceLink` writes it), as a program asks it over HTTP. */
export const askedEndpoint = ({ api = '', endpoint = '', input = '{}' }: DOMStringMap): CodeEndpoint | undefined => {
  const { routes, basePath } = served[api] ?? {}
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
export const askedAddress = ({ api, name, input }: Call): string | undefined => {
  const { routes, basePath } = served[api] ?? {}
  const route = routes?.[name]
  return route && basePath + addressOf(route, input)
}

/** The whole list that a question asks a page of. */
export const exportOf = ({ api, name, input }: Call): ExportedList => {
  const { routes = {}, basePath } = served[api] ?? {}
  return createExportOf(routes, basePath)(name, input)
}
