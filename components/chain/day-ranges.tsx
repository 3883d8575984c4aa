'use client'

import { lazy, type ReactNode } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import { Views } from '#components/ui/views.tsx'
import { type DayChartProps, dayRangesOf, firstRange, rangeOf, rangeTitle } from './day-range.ts'

const BarChart = lazy(() => import('./bar-chart.tsx').then(({ BarChart }) => ({ default: BarChart })))

/** A switch between the ranges of a chart. `children` is the chart of the first one; others are drawn when they are chosen. */
export const DayRanges = ({ children, ...chart }: DayChartProps & { children: ReactNode }) => {
  const ranges = dayRangesOf(chart.counts)
  const first = firstRange(chart.counts)
  if (ranges.length === 1) return children
  const views = ranges.map((range) => ({
    title: rangeTitle(range),
    content:
      range === first ? (
        children
      ) : (
        <LazyBoundary fallback={children}>
          <BarChart {...rangeOf(chart, range)} />
        </LazyBoundary>
      ),
  }))
  return <Views label="Days" isInset leavesHidden first={ranges.indexOf(first)} views={views} />
}
