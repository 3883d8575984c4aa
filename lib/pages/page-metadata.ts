import { currentSite } from '#lib/site/site.ts'
import { pageAddress } from './page-address.ts'
import { findPage } from './page-paths.ts'

/** Set by our own web server on every request, whatever a client sent under this name: the page's address. */
export const pageAddressHeader = 'x-spyglass-page'

/** What of a page's address belongs to its data too: not the clock, nor what the router adds. */
const namesLeftOut = ['_rsc', 't']

/** What the head of a page says of its other forms; nothing for a page that shows no data. */
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
