import type { AppRouterInstance, NavigateOptions } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { startTransition } from 'react'
import { fetchRoute } from './fetch-route.ts'
import { insideLayoutsOf, type Route } from './route-tree.ts'

/** A page that is shown: `url` is path, query and fragment; `write` is what its arrival does to the browser's history. */
export type Page = { url: string; route: Route; write: 'push' | 'replace' | 'nothing' }

type Show = (page: Page | Promise<Page>) => void

/** How many pages Back and Forward show again without asking the server. */
const keptMax = 30

const kept = new Map<string, Page>()
let show: Show = () => {}
let shown: Page | undefined
/** Where the visitor is going while the server is asked. */
let going: { url: URL; push: boolean } | undefined

const placeOf = (url: URL): string => url.pathname + url.search + url.hash
/** The browser loads the page itself; what is shown stays until it has. */
const load = (url: URL, push: boolean): Promise<never> => {
  if (push) location.assign(url)
  else location.replace(url)
  return new Promise(() => {})
}

const go = (url: URL, push: boolean, scroll: boolean): void => {
  const intent = { url, push }
  going = intent
  const arriving = fetchRoute(url, { current: scroll }).then((answer): Page | Promise<never> => {
    if (going !== intent) return new Promise(() => {})
    if ('load' in answer) return load(answer.load, push)
    return { url: placeOf(answer.url), route: answer.route, write: push ? 'push' : 'replace' }
  })
  startTransition(() => show(arriving))
}

const follow = (href: string, push: boolean, { scroll = true }: NavigateOptions = {}): void => {
  const url = new URL(href, location.href)
  if (url.origin === location.origin) go(url, push, scroll)
  else if (url.protocol === 'https:' || url.protocol === 'http:') void load(url, push)
}

/** What `useRouter()` gives to components. */
export const router: AppRouterInstance = {
  back: () => history.back(),
  forward: () => history.forward(),
  prefetch: () => {},
  push: (href, options) => follow(href, true, options),
  replace: (href, options) => follow(href, false, options),
  refresh: () => go(going?.url ?? new URL(shown?.url ?? location.href, location.href), going?.push ?? false, false),
  bfcacheId: '0',
}

/** The page stands in the document: the browser's history learns of it. */
export const arrived = (arriving: Page): void => {
  // Before the first, nobody listened: a fragment may have been followed since the page was asked for.
  const page = shown ? arriving : { ...arriving, url: placeOf(new URL(location.href)) }
  shown = page
  going = undefined
  if (page.write === 'nothing') return
  const isNew = page.write === 'push' && placeOf(new URL(location.href)) !== page.url
  const key = isNew || !history.state?.page ? crypto.randomUUID() : history.state.page
  keep(key, page)
  history[isNew ? 'pushState' : 'replaceState']({ page: key }, '', page.url)
}

const keep = (key: string, page: Page): void => {
  kept.delete(key)
  kept.set(key, { ...page, write: 'nothing' })
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
}

/** Back and Forward. An entry that this document did not write, or no longer keeps, the browser loads. */
const traverse = ({ state }: Pick<PopStateEvent, 'state'>): void => {
  const then = kept.get(state?.page)
  if (shown && then) {
    going = undefined
    show({ ...then, route: insideLayoutsOf(shown.route, then.route) })
    return
  }
  const here = placeOf(new URL(location.href))
  // What follows the path is the page's own: it notes there where one is, and what one has chosen.
  if (!shown || state || location.pathname !== new URL(shown.url, location.href).pathname) {
    location.reload()
    return
  }
  // A fragment of this page was followed; its entry is this page too.
  arrived({ ...shown, url: here, write: 'replace' })
}

/** The browser shows a document again that it had put aside whole: whatever was being loaded is over. */
const wake = ({ persisted }: PageTransitionEvent): void => {
  if (!persisted || !shown) return
  going = undefined
  show(shown)
}

/** Ends the following with the function that it returns. */
export const followHistory = (present: Show): (() => void) => {
  show = present
  window.addEventListener('popstate', traverse)
  window.addEventListener('pageshow', wake)
  return () => {
    window.removeEventListener('popstate', traverse)
    window.removeEventListener('pageshow', wake)
  }
}
