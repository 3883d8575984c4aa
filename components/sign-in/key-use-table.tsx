import { groupedNumber } from '#lib/format/amount.ts'
import type { UseSpan } from './key-use-spans.ts'

/** The same numbers for those who do not see the chart, or want them exactly. */
export const KeyUseTable = ({ spans, hoursPerSpan }: { spans: readonly UseSpan[]; hoursPerSpan: number }) => (
  <details className="mt-2 text-sm">
    <summary className="text-muted text-xs hover:text-accent">Show as a table</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
    <div tabIndex={0} className="mt-2 max-h-64 overflow-auto">
      <table className="w-full text-right">
        <thead className="text-muted text-xs">
          <tr>
            <th className="py-1 text-left font-normal">From (UTC)</th>
            <th className="py-1 font-normal">Hours</th>
            <th className="py-1 font-normal">Requests</th>
          </tr>
        </thead>
        <tbody>
          {spans.toReversed().map(({ start, requests }) => (
            <tr key={start} className="border-line border-t">
              <td className="py-1 text-left">{start.slice(0, 16).replace('T', ' ')}</td>
              <td className="py-1">{hoursPerSpan}</td>
              <td className="py-1">{groupedNumber(requests)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
