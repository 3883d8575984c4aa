import type { ReactNode } from 'react'
import { Views } from '#components/ui/views.tsx'

const ranges = [7, 30, 90]
const usualRange = 30

/** The most days that a chart of `DayRanges` shows. */
export const rangeDaysMax = Math.max(...ranges)

/** A chart of the last days, with a switch between the ranges that the data reach, if they reach more than the shortest. */
export const DayRanges = <Day,>({
  label,
  days,
  isEmpty,
  chart,
}: {
  /** Names the switch. */
  label: string
  /** Without gaps, oldest first. */
  days: readonly Day[]
  /** Whether nothing happened on a day: nothing is known of those before the first one. */
  isEmpty: (day: Day) => boolean
  chart: (days: readonly Day[]) => ReactNode
}) => {
  const first = days.findIndex((day) => !isEmpty(day))
  const reach = first < 0 ? 0 : days.length - first
  const offered = ranges.filter((_, index) => index === 0 || reach > (ranges[index - 1] ?? 0))
  const charts = offered.map((range) => ({ title: `${range} days`, content: chart(days.slice(-range)) }))
  if (charts.length === 1) return charts[0]?.content
  return <Views label={label} isInset leavesHidden first={offered.indexOf(usualRange)} views={charts} />
}
