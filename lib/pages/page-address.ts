import { findPage } from './page-paths.ts'

/** Formats of a page besides HTML. Each is the extension of the page's path. */
export const pageFormats = ['json', 'csv', 'md', 'png'] as const
export type PageFormat = (typeof pageFormats)[number]

const ending = new RegExp(`^(.+)\\.(${pageFormats.join('|')})$`)
const noPages = /^\/(api|media|_next)(\/|$)/

/** Prefix of page data: `/api/page/json/demo/block/25`. */
export const pageDataPrefix = '/api/page'

/** A page's path with an extension; the home page's is `/index.json`. */
export const pageAddress = (path: string, format: PageFormat, search = ''): string =>
  `${path === '/' ? '/index' : path}.${format}${search}`

/** The page of a path without its extension. */
export const stemPage = (stem: string): string => (stem === '/index' ? '/' : stem)

/** Whether the client prefers Markdown: browsers never name it. */
const wantsMarkdown = (accept: string | undefined): boolean =>
  /^\s*text\/markdown\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accept ?? '')

/**
 * The path that serves a page's data, for a path with an extension, or without one for clients that prefer Markdown;
 * undefined for every other request.
 */
export const pageDataAddress = (url: string, accept: string | undefined): string | undefined => {
  const at = url.indexOf('?')
  const [path, search] = at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  if (noPages.test(path)) return undefined
  const [, stem, format] = ending.exec(path) ?? []
  if (stem !== undefined && format !== undefined) {
    return findPage(stemPage(stem)) ? `${pageDataPrefix}/${format}${stem}${search}` : undefined
  }
  if (!wantsMarkdown(accept) || !findPage(path)) return undefined
  return `${pageDataPrefix}/md${path === '/' ? '/index' : path}${search}`
}
