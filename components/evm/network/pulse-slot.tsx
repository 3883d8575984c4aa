'use client'

import { type ComponentProps, lazy, type ReactNode } from 'react'
import { InBrowser } from '#components/ui/loading/in-browser.tsx'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import type { ChainPulse as Pulse } from './chain-pulse.tsx'

const LazyPulse = lazy(() => import('./chain-pulse.tsx').then((it) => ({ default: it.ChainPulse })))

/** `children`, as the server drew it, until the code has loaded that keeps it live. */
export const ChainPulseSlot = ({ children, ...props }: ComponentProps<typeof Pulse> & { children: ReactNode }) => (
  <InBrowser place={children}>
    <LazyBoundary fallback={children}>
      <LazyPulse {...props} />
    </LazyBoundary>
  </InBrowser>
)
