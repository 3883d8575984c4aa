import { AppRouterAnnouncer } from 'next/dist/client/components/app-router-announcer'
import { ErrorBoundary, type ErrorComponent } from 'next/dist/client/components/error-boundary'
import { RedirectBoundary } from 'next/dist/client/components/redirect-boundary'
import type { RouteTree } from 'next/dist/client/components/segment-cache/cache'
import { RootLayoutBoundary } from 'next/dist/lib/framework/boundary-components'
import {
  AppRouterContext,
  GlobalLayoutRouterContext,
  LayoutRouterContext,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { CacheNode } from 'next/dist/shared/lib/app-router-types'
import {
  NavigationPromisesContext,
  PathnameContext,
  PathParamsContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { type ReactNode, use, useDeferredValue, useEffect, useInsertionEffect, useMemo, useState } from 'react'
import { arrived, followHistory, type Page, router } from './page-history.ts'

const Head = ({ node }: { node: ReactNode }) => useDeferredValue(node, node)

const Arrival = ({ page }: { page: Page }) => {
  useInsertionEffect(() => arrived(page), [page])
  return null
}

/** Shows the page that one is on. Its elements are those that Next's server renders around a page, in the same places. */
export const PageRouter = ({ first, failure: [errorComponent, errorStyles] }: { first: Page; failure: Failure }) => {
  const [next, setNext] = useState<Page | Promise<Page>>(first)
  const page = next instanceof Promise ? use(next) : next
  useEffect(() => followHistory(setNext), [])
  const { url, route } = page
  const contexts = useMemo(() => contextsOf(url, route), [url, route])
  return (
    <>
      <Arrival page={page} />
      {null}
      <NavigationPromisesContext value={null}>
        <PathParamsContext value={noParams}>
          <PathnameContext value={contexts.pathname}>
            <SearchParamsContext value={contexts.searchParams}>
              <GlobalLayoutRouterContext value={contexts.global}>
                <AppRouterContext value={router}>
                  <LayoutRouterContext value={contexts.layout}>
                    <ErrorBoundary errorComponent={errorComponent} errorStyles={errorStyles}>
                      <RedirectBoundary>
                        <Head key={url} node={route.head.data.rsc} />
                        <RootLayoutBoundary>{route.root.data.rsc}</RootLayoutBoundary>
                        <AppRouterAnnouncer tree={route.state} />
                      </RedirectBoundary>
                    </ErrorBoundary>
                  </LayoutRouterContext>
                </AppRouterContext>
              </GlobalLayoutRouterContext>
            </SearchParamsContext>
          </PathnameContext>
        </PathParamsContext>
      </NavigationPromisesContext>
    </>
  )
}

/** What is shown when all of the page failed, and its styles. */
export type Failure = readonly [ErrorComponent, ReactNode]

/** Pages read their parameters on the server. */
const noParams = {}

const contextsOf = (url: string, { state, root }: Page['route']) => {
  const { pathname, searchParams, hash } = new URL(url, location.href)
  return {
    pathname,
    searchParams,
    global: {
      tree: state,
      scrollRef: {
        scrollRef: null,
        forceScroll: false,
        onlyHashChange: false,
        hashFragment: hash === '' ? null : decodeURIComponent(hash.slice(1)),
      },
      nextUrl: null,
      previousNextUrl: null,
    },
    layout: {
      parentTree: state,
      // It reads these two fields of it, and no other.
      parentRenderTree: root as RouteTree<CacheNode>,
      parentSegmentPath: null,
      parentParams: noParams,
      parentLoadingData: null,
      debugNameContext: '/',
      url,
      isActive: true,
    },
  }
}
