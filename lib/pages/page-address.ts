import { createMatcher } from '#lib/api/route.ts'
import { linkedItemWords, linkedListWords } from '#lib/site/reserved-slugs.ts'
import { currentSite } from '#lib/site/site.ts'
import { familyPaths } from './family-paths.ts'
import { serverPaths } from './server-paths.ts'

/** The patterns of all data pages. The data of each is served under its path with an extension. */
const pagePatterns: readonly string[] = [serverPaths, ...familyPaths].flatMap((paths) =>
  Object.values(paths).map(({ pattern }) => pattern),
)

const match = createMatcher(
  Object.fromEntries(pagePatterns.map((pattern) => [pattern, { method: 'GET' as const, path: pattern }])),
)
/** Pages with one path segment and no data: these are not chain names. */
const others = /^\/(account|compare|docs|labels|paste|sign-in)$/

export type FoundPage = { pattern: string; parameters: Record<string, string> }

export const findPage = (path: string): FoundPage | undefined => {
  // A path that starts with two slashes would name another host in a link.
  const isOther = others.test(path) || path.includes('//')
  const found = isOther ? undefined : match('GET', path)
  return found?.kind === 'found' ? { pattern: found.name, parameters: found.parameters } : undefined
}

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

/** The search that finds the page of a link of another explorer, whose host was replaced by ours; undefined for every other path. */
export const linkedAddress = (url: string): string | undefined => {
  const [first, ...rest] = (url.split('?', 1)[0] ?? '').split('/').filter((segment) => segment !== '')
  const word = first?.toLowerCase() ?? ''
  const isLink = linkedListWords.has(word) || (rest.length > 0 && linkedItemWords.has(word))
  return isLink ? `${serverPaths.search()}?q=${encodeURIComponent(url)}` : undefined
}

/** The page's URL: set by our web server on every request, replacing any header of this name from a client. */
export const pageAddressHeader = 'x-spyglass-page'

/** Query parameters that do not apply to page data: the time format, and the router's own. */
const namesLeftOut = ['_rsc', 't']

/** Links in a page's head to its other formats; none for a page without data. */
export const pageMetadata = (address: string, siteUrl: string) => {
  const [pathname = '/', ...rest] = address.split('?')
  const query = new URLSearchParams(rest.join('?'))
  for (const name of namesLeftOut) query.delete(name)
  const search = query.size === 0 ? '' : `?${query}`
  const base = { metadataBase: new URL(siteUrl) }
  if (!findPage(pathname)) return base
  return {
    ...base,
    alternates: {
      types: {
        'application/json': pageAddress(pathname, 'json', search),
        'text/csv': pageAddress(pathname, 'csv', search),
        'text/markdown': pageAddress(pathname, 'md', search),
      },
    },
    openGraph: {
      type: 'website' as const,
      siteName: currentSite().name,
      url: pathname + search,
      images: [{ url: pageAddress(pathname, 'png', search), width: 1_200, height: 630, type: 'image/png' }],
    },
    twitter: { card: 'summary_large_image' as const },
  }
}
