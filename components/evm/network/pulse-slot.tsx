'use client'

import { type ComponentProps, lazy } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import type { ChainPulse as Pulse } from './chain-pulse.tsx'

/** Its HTML is part of the page; its code, which keeps it live, is only loaded after it. */
const LazyPulse = lazy(() => import('./chain-pulse.tsx').then((it) => ({ default: it.ChainPulse })))

export const ChainPulseSlot = (props: ComponentProps<typeof Pulse>) => (
  <LazyBoundary>
    <LazyPulse {...props} />
  </LazyBoundary>
)
