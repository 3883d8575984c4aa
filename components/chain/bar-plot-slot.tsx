'use client'

import { type ComponentProps, lazy, type ReactNode, useState } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import type { BarPlot as Plot } from './bar-plot.tsx'

/** The chart library is loaded when the user points at the chart: the server's drawing is shown until then. */
const BarPlot = lazy(() => import('./bar-plot.tsx').then(({ BarPlot }) => ({ default: BarPlot })))

/** The server's drawing of the bars, replaced by the interactive chart on first use. */
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
