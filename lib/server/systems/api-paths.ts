import { type RenderError, renderNestError, renderPlainError } from '#lib/api/error-bodies.ts'
import { livePath } from '#lib/api/live-path.ts'
import type { FamilyParts, Handler, ShortPath } from '#lib/config/family.ts'
import { familyConfigs } from '#lib/config/family-configs.ts'
import { requestUnits } from '#lib/http/limits.ts'
import { handlerPays, previewUnits, type RequestKind } from '#lib/http/request-kind.ts'
import { renderMcpError } from '#lib/mcp/mcp-handler.ts'
import { reservedSlugs } from '#lib/site/reserved-slugs.ts'

/** One path, or everything below one that ends with a slash. */
export type ApiPath = {
  path: string
  /** The budget that a request costs, where it is not that of a page. */
  kind?: RequestKind
  /** How errors are written. */
  renderError?: RenderError
  /** The status that errors are sent with, whatever they are. */
  errorStatus?: number | undefined
}

/** The paths of this server that are not pages, in the order in which they are matched. Those of the families follow. */
const apiPaths = {
  openApi: { path: '/api/openapi.json' },
  health: { path: '/api/health', kind: { cost: 0, hasNoPlace: true } },
  metrics: { path: '/api/metrics' },
  signIn: { path: '/api/auth/', kind: handlerPays, renderError: renderNestError },
  session: { path: '/api/session/' },
  mcp: { path: '/api/mcp', kind: handlerPays, renderError: renderMcpError },
  llms: { path: '/api/llms.txt' },
  exports: { path: '/api/export/', kind: { ...handlerPays, hasNoPlace: true, isPatient: true } },
  /** Pages as data: answered by `app/api/page`, which has the pages. */
  page: { path: '/api/page/', kind: handlerPays },
  /** Answered by both servers before their handlers. */
  live: { path: livePath, kind: { ...handlerPays, hasNoPlace: true } },
  originals: { path: '/media/original/', kind: { cost: requestUnits, hasNoPlace: true } },
  media: { path: '/media/', kind: { cost: previewUnits } },
} as const satisfies Record<string, ApiPath>

type Name = keyof typeof apiPaths

/** Where programs expect these. */
const ownShortPaths: readonly ShortPath[] = [
  { from: '/mcp', to: apiPaths.mcp.path },
  { from: '/llms.txt', to: apiPaths.llms.path },
]

const isAt = ({ path }: ApiPath, pathname: string): boolean =>
  path.endsWith('/') ? pathname.length > path.length && pathname.startsWith(path) : pathname === path

const familyPaths = (parts: readonly Pick<FamilyParts, 'mounts'>[]): ApiPath[] =>
  parts.flatMap(({ mounts }) =>
    Object.values(mounts).flatMap(({ paths, renderError, errorStatus }) =>
      paths.map((path) => ({ path, renderError, errorStatus, kind: handlerPays })),
    ),
  )

const isReserved = (segment: string): boolean =>
  reservedSlugs.has(segment) || Object.values(familyConfigs).some(({ slugs }) => slugs.includes(segment))

/** The whole path of a short one; undefined if it is another path. */
const wholePath = ({ from, to }: ShortPath, pathname: string): string | undefined => {
  if (from.endsWith('/')) return `${pathname}/`.startsWith(from) ? to + pathname.slice(from.length) : undefined
  const [parts, wanted] = [pathname.replace(/\/$/, '').split('/'), from.split('/')]
  const fits = wanted.every((one, index) => {
    const part = parts[index] ?? ''
    return one === ':chain' ? part !== '' && !isReserved(part) : part === one
  })
  return fits && parts.length === wanted.length
    ? to.replace(':chain', parts[wanted.indexOf(':chain')] ?? '')
    : undefined
}

/** What must be known about a request before a handler runs. */
export const createPathFacts = (parts: readonly Pick<FamilyParts, 'mounts'>[]) => {
  const paths: readonly ApiPath[] = [...Object.values(apiPaths), ...familyPaths(parts)]
  const find = (url: string): ApiPath | undefined => {
    const [pathname = ''] = url.split('?', 1)
    return paths.find((one) => isAt(one, pathname))
  }
  const shortPaths = [
    ...ownShortPaths,
    ...parts.flatMap(({ mounts }) => Object.values(mounts).flatMap((mount) => mount.shortPaths ?? [])),
  ]
  return {
    /** The address below `/api` of a short one, which tools are configured with. */
    wholeAddress: (url: string): string => {
      const end = url.indexOf('?')
      const pathname = end < 0 ? url : url.slice(0, end)
      const [whole] = shortPaths.flatMap((one) => wholePath(one, pathname) ?? [])
      return whole === undefined ? url : whole + url.slice(pathname.length)
    },
    errorStatusAt: (url: string): number | undefined => find(url)?.errorStatus,
    kindAt: (path: string): RequestKind | undefined => find(path)?.kind,
    renderErrorAt: (url: string): RenderError => find(url)?.renderError ?? renderPlainError,
  }
}

/** The handler of every path that has one; `unknown` answers the others. */
export const createRouter = (
  own: Partial<Record<Name, Handler>>,
  mounts: readonly { paths: readonly string[]; handler: Handler }[],
  unknown: Handler,
): Handler => {
  const routes: { at: ApiPath; handler: Handler }[] = [
    ...Object.entries<ApiPath>(apiPaths).flatMap(([name, at]) => {
      const handler = own[name as Name]
      return handler ? [{ at, handler }] : []
    }),
    ...mounts.flatMap(({ paths, handler }) => paths.map((path) => ({ at: { path }, handler }))),
  ]
  return (request) => {
    const { pathname } = new URL(request.url)
    return (routes.find(({ at }) => isAt(at, pathname))?.handler ?? unknown)(request)
  }
}
