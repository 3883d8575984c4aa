'use client'

import { lazy } from 'react'
import { Late } from '#components/ui/late.tsx'

const LiveSwitch = lazy(() => import('./live-switch.tsx').then((it) => ({ default: it.LiveSwitch })))

/** For pages of which few are live: the switch comes with those. */
export const LateLiveSwitch = () => (
  <Late>
    <LiveSwitch />
  </Late>
)
