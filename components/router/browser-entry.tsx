import { isNextRouterError } from 'next/dist/client/components/is-next-router-error'
import type { InitialRSCPayload } from 'next/dist/shared/lib/app-router-types'
import { HeadManagerContext } from 'next/dist/shared/lib/head-manager-context.shared-runtime'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { setBuild } from './fetch-route.ts'
import { firstStream } from './first-stream.ts'
import { type Failure, PageRouter } from './page-router.tsx'
import { readStream } from './read-stream.ts'
import { routeOf } from './route-tree.ts'

const payload = readStream<InitialRSCPayload>(firstStream())

/** Redirects and pages that are not there travel as errors, and are none. */
const report = (error: unknown): void => {
  if (!isNextRouterError(error)) reportError(error)
}

const options = {
  onDefaultTransitionIndicator: () => () => {},
  onRecoverableError: report,
  onCaughtError: (error: unknown) => {
    if (!isNextRouterError(error)) console.error(error)
  },
  onUncaughtError: report,
}

/** Back or Forward was pressed before this code arrived: the document is another page than its address says. */
const isMissed = (): boolean => {
  const { activation, currentEntry } = window.navigation ?? {}
  return Boolean(history.state?.page && activation?.entry && currentEntry && activation.entry.key !== currentEntry.key)
}

/** Takes the place of the function of this name in Next's own entry (next.config.mjs says why), which calls it once. */
export const hydrate = async (): Promise<void> => {
  const { b, t, G } = await payload
  if (isMissed()) return location.reload()
  setBuild(b)
  const { pathname, search, hash } = location
  const element = (
    <StrictMode>
      <HeadManagerContext value={{ appDir: true }}>
        <PageRouter
          first={{ url: pathname + search + hash, route: routeOf(t, null), write: 'replace' }}
          failure={G as Failure}
        />
      </HeadManagerContext>
    </StrictMode>
  )
  // What Next's server sends when it could not render at all.
  if (document.documentElement.id === '__next_error__') createRoot(document as never, options).render(element)
  else startTransition(() => void hydrateRoot(document, element, options))
}
