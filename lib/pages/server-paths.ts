import { pagePath } from '#lib/api/page-path.ts'

/** The pages that show data of no single chain. */
export const serverPaths = {
  home: pagePath('/'),
  search: pagePath('/search'),
  status: pagePath('/status'),
}
