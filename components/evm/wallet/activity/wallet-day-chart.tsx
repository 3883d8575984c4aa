'use client'

import { lazy } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import type { WalletDay } from './wallet-day-bars.tsx'

/** The chart is folded at first: its code is not part of the first load, its HTML is. */
const WalletDayBars = lazy(() => import('./wallet-day-bars.tsx').then((it) => ({ default: it.WalletDayBars })))

export const WalletDayChart = ({ days }: { days: readonly WalletDay[] }) => (
  <LazyBoundary>
    <WalletDayBars days={days} />
  </LazyBoundary>
)
