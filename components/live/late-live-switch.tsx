'use client'

import { lazy, Suspense } from 'react'

const LiveSwitch = lazy(() => import('./live-switch.tsx').then((it) => ({ default: it.LiveSwitch })))

/** For pages of which few are live: the switch comes with those. */
export const LateLiveSwitch = () => (
  <Suspense>
    <LiveSwitch />
  </Suspense>
)
