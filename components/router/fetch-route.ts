import type { DynamicNavigationFlightResponse } from 'next/dist/shared/lib/app-router-types'
import { readStream } from './read-stream.ts'
import { type Route, routeOf } from './route-tree.ts'

let build: string | undefined

/** The build that rendered this document; pages of another one are loaded whole. */
export const setBuild = (id: string | undefined): void => {
  build = id
}

/** Next's server wants this parameter where a page is asked for without its HTML, so that no cache takes one for the other. */
const withMark = ({ origin, pathname, search }: URL): string =>
  `${origin}${pathname}${search}${search === '' ? '?' : '&'}_rsc`

const withoutMark = (url: URL, hash: string): URL =>
  new URL(url.pathname + url.search.replace(/[?&]_rsc(=[^?&]*)?$/, '') + hash, url)

/** The page at `url`, or the address that the browser has to load itself: another kind of answer, another build, no network. */
export const fetchRoute = async (
  url: URL,
  scroll: { current: boolean },
): Promise<{ url: URL; route: Route } | { load: URL }> => {
  try {
    const response = await fetch(withMark(url), { headers: { rsc: '1' } })
    const arrivedAt = response.redirected ? withoutMark(new URL(response.url), url.hash) : url
    const isPage = response.ok && response.headers.get('content-type')?.startsWith('text/x-component')
    if (!isPage || !response.body) return { load: arrivedAt }
    const payload = await readStream<DynamicNavigationFlightResponse>(response.body)
    if (payload.b !== build || !payload.t) return { load: arrivedAt }
    return { url: arrivedAt, route: routeOf(payload.t, scroll) }
  } catch {
    return { load: url }
  }
}
