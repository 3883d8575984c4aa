'use client'

import { lazy, Suspense, useState } from 'react'
import type { EvmDay } from '#lib/evm/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { ActivityBars } from './activity-bars.tsx'

/** The chart library is fetched when somebody points at the chart, not before: the drawing is already there. */
const ActivityPlot = lazy(() => import('./activity-plot.tsx').then(({ ActivityPlot }) => ({ default: ActivityPlot })))

/** Transactions a day: bars from the server, values under the pointer once it comes, and the same as a table. */
export const ActivityChart = ({ days }: { days: readonly EvmDay[] }) => {
  const [isWanted, setIsWanted] = useState(false)
  const bars = <ActivityBars days={days} />
  return (
    <div className="px-4 pt-4 pb-3">
      <div className="h-48" onPointerEnter={() => setIsWanted(true)} onPointerDown={() => setIsWanted(true)}>
        {isWanted ? (
          <Suspense fallback={bars}>
            <ActivityPlot days={days} />
          </Suspense>
        ) : (
          bars
        )}
      </div>
      <details className="mt-2 text-sm">
        <summary className="text-muted text-xs hover:text-accent">Show as a table</summary>
        <div className="mt-2 max-h-64 overflow-auto">
          <table className="w-full text-right">
            <thead className="text-muted text-xs">
              <tr>
                <th className="py-1 text-left font-normal">Day (UTC)</th>
                <th className="py-1 font-normal">Transactions</th>
                <th className="py-1 font-normal">Blocks</th>
                <th className="py-1 font-normal">Gas used</th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, transactions, blocks, gas_used }) => (
                <tr key={day} className="border-line border-t">
                  <td className="py-1 text-left">{day}</td>
                  <td className="py-1">{groupedNumber(transactions)}</td>
                  <td className="py-1">{groupedNumber(blocks)}</td>
                  <td className="py-1">{groupedNumber(gas_used)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  )
}
