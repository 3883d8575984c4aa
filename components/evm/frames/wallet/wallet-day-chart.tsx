'use client'

import { lazy } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import type { WalletDay } from './wallet-day-bars.tsx'

/** The chart is collapsed at first: its HTML is part of the first load, its code is not. */
const WalletDayBars = lazy(() => import('./wallet-day-bars.tsx').then((it) => ({ default: it.WalletDayBars })))

export const WalletDayChart = ({ days }: { days: readonly WalletDay[] }) => (
  <LazyBoundary>
    <WalletDayBars days={days} />
  </LazyBoundary>
)
