import { dayBefore } from '#lib/format/calendar-days.ts'
import type { BarChartProps } from './bar-chart.tsx'

/** A count for each day, without gaps, oldest first. */
export type DayChartProps = Omit<BarChartProps, 'bars' | 'isTimeline' | 'areAllNamed'> & {
  counts: readonly number[]
  /** The last day, as in `2023-03-26`. */
  lastDay: string
}

const [shortest, usual, longest] = [7, 30, 90]

/** So many days are asked for: all ranges, and no page too heavy. */
export const rangeDaysMax = longest

/** The ranges that the days reach, in days: of those before the first one on which something happened nothing is known. */
export const dayRangesOf = (counts: readonly number[]): number[] => {
  const first = counts.findIndex((count) => count > 0)
  const reach = first < 0 ? 0 : counts.length - first
  const all = [shortest, usual, longest, Math.max(longest, counts.length)]
  return all.filter((range, index) => index === 0 || (range > (all[index - 1] ?? 0) && reach > (all[index - 1] ?? 0)))
}

/** The range that is shown at first. */
export const firstRange = (counts: readonly number[]): number =>
  dayRangesOf(counts).includes(usual) ? usual : shortest

export const rangeTitle = (range: number): string => (range > longest ? 'All' : `${range} days`)

/** The chart of the last days. */
export const rangeOf = ({ counts, lastDay, others, label, ...chart }: DayChartProps, days: number): BarChartProps => {
  const shown = counts.slice(-days)
  return {
    ...chart,
    isTimeline: true,
    label: `${label}, ${shown.length} days`,
    bars: shown.map((value, index) => ({ name: dayBefore(lastDay, shown.length - 1 - index), value })),
    others: others?.slice(-days),
  }
}
