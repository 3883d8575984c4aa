import { BarChart } from './bar-chart.tsx'
import { type DayChartProps, firstRange, rangeOf } from './day-range.ts'
import { DayRanges } from './day-ranges.tsx'

/** A chart of the last days, without gaps, oldest first, with a switch of their range: the usual one is in the first HTML. */
export const DayChart = (chart: DayChartProps) => (
  <DayRanges {...chart}>
    <BarChart {...rangeOf(chart, firstRange(chart.counts))} />
  </DayRanges>
)
