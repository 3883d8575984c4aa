import { currentSite } from '#lib/site/site.ts'
import { pageAddress } from './page-address.ts'
import { findPage } from './page-paths.ts'

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
