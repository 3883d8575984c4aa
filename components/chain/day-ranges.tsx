import type { ReactNode } from 'react'
import { Views } from '#components/ui/views.tsx'

const ranges = [7, 30, 90]
const usualRange = 30

/** The most days that a chart of `DayRanges` shows. */
export const rangeDaysMax = 90

/** A chart of the last days, with a switch between the ranges that the data reach. */
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
  const shown = Math.min(usualRange, offered.at(-1) ?? usualRange)
  return (
    <Views
      label={label}
      isInset
      leavesHidden
      first={offered.indexOf(shown)}
      views={offered.map((range) => ({ title: `${range} days`, content: chart(days.slice(-range)) }))}
    />
  )
}
