'use client'

import { type ComponentProps, lazy, type ReactNode } from 'react'
import { LateInBrowser } from '#components/ui/loading/in-browser.tsx'
import type { ChainPulse as Pulse } from './chain-pulse.tsx'

const LazyPulse = lazy(() => import('./chain-pulse.tsx').then((it) => ({ default: it.ChainPulse })))

/** `children`, until the code has loaded that keeps them live. */
export const ChainPulseSlot = ({ children, ...props }: ComponentProps<typeof Pulse> & { children: ReactNode }) => (
  <LateInBrowser place={children}>
    <LazyPulse {...props} />
  </LateInBrowser>
)
