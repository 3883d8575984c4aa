import { groupedNumber } from '#lib/format/amount.ts'
import { BarPlotSlot } from './bar-plot-slot.tsx'
import { DrawnBars } from './drawn-bars.tsx'

export type Bar = { name: string; value: number }

/** Counts side by side: bars from the server, values under the pointer once it comes, and the same as a table. */
export const BarChart = ({
  label,
  bars,
  nameTitle,
  valueTitle,
  areAllNamed = false,
}: {
  /** What is shown: `Transfers a day`. */
  label: string
  bars: readonly Bar[]
  nameTitle: string
  valueTitle: string
  /** Every bar has its name below, not only the first and the last. */
  areAllNamed?: boolean
}) => (
  <div className="px-4 pt-4 pb-3">
    <BarPlotSlot bars={bars} valueTitle={valueTitle} areAllNamed={areAllNamed}>
      <DrawnBars label={label} bars={bars} areAllNamed={areAllNamed} />
    </BarPlotSlot>
    <details className="mt-2 text-sm">
      <summary className="text-muted text-xs hover:text-accent">Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="mt-2 max-h-64 overflow-auto">
        <table className="w-full text-right">
          <thead className="text-muted text-xs">
            <tr>
              <th className="py-1 text-left font-normal">{nameTitle}</th>
              <th className="py-1 font-normal">{valueTitle}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ name, value }) => (
              <tr key={name} className="border-line border-t">
                <td className="py-1 text-left">{name}</td>
                <td className="py-1">{groupedNumber(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  </div>
)
