import { classNames } from '#components/ui/class-names.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Bar, Kinds } from './bar.ts'
import { BarPlotSlot } from './bar-plot-slot.tsx'
import { DrawnBars, kindClasses } from './drawn-bars.tsx'
import { NumberTable } from './number-table.tsx'

export type BarChartProps = {
  /** The label: `Transfers per day`. */
  label: string
  bars: readonly Bar[]
  /** Column titles of the table: names of the bars, their counts, and further columns. */
  titles: readonly [name: string, value: string, ...others: string[]]
  /** The numbers in the further columns, by bar. */
  others?: readonly (readonly (number | string)[])[]
  /** The bars follow each other in time, oldest first. The table has the newest first, without those where nothing happened. */
  isTimeline?: boolean
  /** Shows the name below every bar, not only below the first and the last. */
  areAllNamed?: boolean
  /** For bars with parts. */
  kinds?: Kinds
  /** The height of the drawing. */
  className?: string
}

/** A bar chart of counts: bars in the first HTML, values on hover, and the same numbers as a table. */
export const BarChart = ({
  label,
  bars,
  titles,
  others,
  isTimeline = false,
  areAllNamed = false,
  kinds,
  className = 'h-36',
}: BarChartProps) => {
  const rows = bars.map(({ name, value }, index): [string, ...string[]] => [
    name,
    ...[value, ...(others?.[index] ?? [])].map(groupedNumber),
  ])
  const eventful = rows.filter(([, ...numbers]) => numbers.some((number) => number !== '0'))
  return (
    <div className="px-4 pt-4 pb-3">
      {kinds && (
        <p className="mb-2 flex gap-4 text-muted text-xs">
          {kinds.map((kind, index) => (
            <span key={kind} className="inline-flex items-center gap-1.5">
              <span aria-hidden className={classNames('size-2.5 rounded-xs', kindClasses[index])} />
              {kind}
            </span>
          ))}
        </p>
      )}
      <BarPlotSlot
        className={className}
        label={label}
        bars={bars}
        valueTitle={titles[1]}
        areAllNamed={areAllNamed}
        kinds={kinds}
      >
        <DrawnBars label={label} bars={bars} areAllNamed={areAllNamed} />
      </BarPlotSlot>
      <NumberTable label={label} titles={titles} rows={isTimeline ? eventful.toReversed() : rows} />
    </div>
  )
}
