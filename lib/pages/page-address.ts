import { findPage } from './page-paths.ts'

/** The forms of a page besides its HTML, each under the page's address with this ending. */
export const pageFormats = ['json', 'csv', 'md', 'png'] as const
export type PageFormat = (typeof pageFormats)[number]

const ending = new RegExp(`^(.+)\\.(${pageFormats.join('|')})$`)
const noPages = /^\/(api|media|_next)(\/|$)/

/** Under this the pages are answered as data: `/api/page/json/demo/block/25`. */
export const pageDataPrefix = '/api/page'

/** What a page's own address is with an ending; the front page's is `/index.json`. */
export const pageAddress = (path: string, format: PageFormat, search = ''): string =>
  `${path === '/' ? '/index' : path}.${format}${search}`

/** The page of an address without its ending. */
export const stemPage = (stem: string): string => (stem === '/index' ? '/' : stem)

/** Whether Markdown is what someone asks for: browsers never name it. */
const wantsMarkdown = (accept: string | undefined): boolean =>
  /^\s*text\/markdown\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accept ?? '')

/**
 * Where a page's data are answered, for an address of a page with an ending, or without one to those who ask for Markdown first;
 * undefined for what is to be answered as it is.
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
