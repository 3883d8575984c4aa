'use client'

import { type ComponentProps, lazy, type ReactNode } from 'react'
import { LateInBrowser } from '#components/ui/loading/in-browser.tsx'
import type { AptosPulse as Pulse } from './aptos-pulse.tsx'

const LazyPulse = lazy(() => import('./aptos-pulse.tsx').then((it) => ({ default: it.AptosPulse })))

/** `children`, until the code has loaded that keeps them live. */
export const AptosPulseSlot = ({ children, ...props }: ComponentProps<typeof Pulse> & { children: ReactNode }) => (
  <LateInBrowser place={children}>
    <LazyPulse {...props} />
  </LateInBrowser>
)
