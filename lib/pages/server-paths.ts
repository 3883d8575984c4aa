import { pagePath } from '#lib/api/page-path.ts'

/** Data pages that belong to no single chain. */
export const serverPaths = {
  home: pagePath('/'),
  search: pagePath('/search'),
  status: pagePath('/status'),
}
