'use client'

import { lazy, Suspense, useState } from 'react'
import { groupedNumber } from '#lib/format/amount.ts'
import { DayBars, type DayCount } from './day-bars.tsx'

/** The chart library is fetched when somebody points at the chart, not before: the drawing is already there. */
const DayPlot = lazy(() => import('./day-plot.tsx').then(({ DayPlot }) => ({ default: DayPlot })))

/** Counts a day: bars from the server, values under the pointer once it comes, and the same as a table. */
export const DayChart = ({ days, label }: { days: readonly DayCount[]; label: string }) => {
  const [isWanted, setIsWanted] = useState(false)
  const want = () => setIsWanted(true)
  const bars = <DayBars days={days} label={label} />
  return (
    <div className="px-4 pt-4 pb-3">
      <div className="h-40" onPointerEnter={want} onPointerDown={want}>
        {isWanted ? (
          <Suspense fallback={bars}>
            <DayPlot days={days} label={label} />
          </Suspense>
        ) : (
          bars
        )}
      </div>
      <details className="mt-2 text-sm">
        <summary className="text-muted text-xs hover:text-accent">Show as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
        <section aria-label={`${label}, table`} tabIndex={0} className="mt-2 max-h-64 overflow-auto">
          <table className="w-full text-right">
            <thead className="text-muted text-xs">
              <tr>
                <th className="py-1 text-left font-normal">Day (UTC)</th>
                <th className="py-1 font-normal">{label}</th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, count }) => (
                <tr key={day} className="border-line border-t">
                  <td className="py-1 text-left">{day}</td>
                  <td className={count === 0 ? 'py-1 text-muted' : 'py-1'}>{groupedNumber(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </div>
  )
}
