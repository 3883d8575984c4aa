import { type RenderError, renderNestError, renderPlainError } from '#lib/api/error-bodies.ts'
import type { FamilyParts } from '#lib/config/family.ts'

/** APIs that belong to no family. */
const common: readonly ApiPath[] = [
  { path: '/api/auth/', renderError: renderNestError },
  { path: '/api/export/', renderError: renderPlainError },
  { path: '/api/page/', renderError: renderPlainError },
]

type ApiPath = { path: string; renderError: RenderError }

/** What the server must know about a request below `/api` before a handler runs. */
export const createApiPaths = (parts: readonly FamilyParts[]) => {
  const apis = [
    ...parts.flatMap(({ mounts }) =>
      Object.values(mounts).flatMap(({ paths, renderError }) => paths.map((path) => ({ path, renderError }))),
    ),
    ...common,
  ]
  const apiAt = (url: string): ApiPath | undefined => apis.find(({ path }) => url.startsWith(path))
  return {
    /** APIs charge the visitor's budget themselves: they know whether a key pays, and for how many questions. */
    countsItself: (path: string): boolean => apiAt(path) !== undefined,
    renderErrorAt: (url: string): RenderError => apiAt(url)?.renderError ?? renderPlainError,
  }
}
