'use client'

import { type ComponentProps, lazy } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import type { AptosPulse as Pulse } from './aptos-pulse.tsx'

/** Its HTML is part of the page; its code, which keeps it live, is only loaded after it. */
const LazyPulse = lazy(() => import('./aptos-pulse.tsx').then((it) => ({ default: it.AptosPulse })))

export const AptosPulseSlot = (props: ComponentProps<typeof Pulse>) => (
  <LazyBoundary>
    <LazyPulse {...props} />
  </LazyBoundary>
)
