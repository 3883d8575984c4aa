'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { LazyBoundary } from './lazy-boundary.tsx'

/** Renders its children in the browser only: for content that exists only there. `place` is shown until then. */
export const InBrowser = ({ place, children }: { place?: ReactNode; children: ReactNode }) => {
  const [isInBrowser, setIsInBrowser] = useState(false)
  useEffect(() => setIsInBrowser(true), [])
  return isInBrowser ? children : place
}

/** `place`, as the server drew it, until the code has loaded that replaces it. */
export const LateInBrowser = ({ place, children }: { place: ReactNode; children: ReactNode }) => (
  <InBrowser place={place}>
    <LazyBoundary fallback={place}>{children}</LazyBoundary>
  </InBrowser>
)
