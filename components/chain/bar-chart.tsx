import { classNames } from '#components/ui/class-names.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { BarPlotSlot } from './bar-plot-slot.tsx'
import { DrawnBars } from './drawn-bars.tsx'

/** `name` stands below the bar; under the pointer `title` says more, where there is more to say. */
export type Bar = { name: string; title?: string; value: number }

/** Counts side by side: bars from the server, values under the pointer once it comes, and the same as a table. */
export const BarChart = ({
  label,
  bars,
  titles,
  rows = bars.map(({ name, value }) => [name, groupedNumber(value)]),
  areAllNamed = false,
  className = 'h-36',
}: {
  /** What is shown: `Transfers a day`. */
  label: string
  bars: readonly Bar[]
  /** Of the table's columns: what the bars are named for, what they count, and what else the rows have. */
  titles: readonly [name: string, value: string, ...others: string[]]
  /** Of the table, where it has another order than the bars, or more columns. */
  rows?: readonly (readonly string[])[]
  /** Every bar has its name below, not only the first and the last. */
  areAllNamed?: boolean
  /** The height of the drawing. */
  className?: string
}) => (
  <div className="px-4 pt-4 pb-3">
    <BarPlotSlot className={className} label={label} bars={bars} valueTitle={titles[1]} areAllNamed={areAllNamed}>
      <DrawnBars label={label} bars={bars} areAllNamed={areAllNamed} />
    </BarPlotSlot>
    <details className="mt-2 text-sm">
      <summary className="text-muted text-xs hover:text-accent">Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section aria-label={`${label}, table`} tabIndex={0} className="mt-2 max-h-64 overflow-auto">
        <table className="w-full text-right">
          <thead className="text-muted text-xs">
            <tr>
              {titles.map((title) => (
                <th key={title} className="py-1 font-normal first:text-left">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr key={cells[0]} className="border-line border-t">
                {cells.map((cell, column) => (
                  <td key={titles[column]} className={classNames('py-1 first:text-left', cell === '0' && 'text-muted')}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  </div>
)
