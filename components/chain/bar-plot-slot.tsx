'use client'

import { type ComponentProps, lazy, type ReactNode, useState } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import type { BarPlot as Plot } from './bar-plot.tsx'

/** The chart library is fetched when someone points at the chart, not before: the drawing is already there. */
const BarPlot = lazy(() => import('./bar-plot.tsx').then(({ BarPlot }) => ({ default: BarPlot })))

/** The server's drawing of the bars, which the chart takes the place of once it is wanted. */
export const BarPlotSlot = ({
  className,
  children,
  ...plot
}: ComponentProps<typeof Plot> & { className: string; children: ReactNode }) => {
  const [isWanted, setIsWanted] = useState(false)
  const want = () => setIsWanted(true)
  return (
    <div className={className} onPointerEnter={want} onPointerDown={want}>
      {isWanted ? (
        <LazyBoundary fallback={children}>
          <BarPlot {...plot} />
        </LazyBoundary>
      ) : (
        children
      )}
    </div>
  )
}
