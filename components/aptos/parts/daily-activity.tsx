import { BarChart } from '#components/chain/bar-chart.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { calendarDays } from '#lib/format/calendar-days.ts'
import type { Call } from '#lib/pages/question.ts'

const daysMost = 120

/** The daily activity of a collection or an asset. */
export const DailyActivity = ({
  days,
  until,
  call,
  nothing,
}: {
  days: readonly { day: string; activity_count: number }[]
  /** The newest indexed day. */
  until: string | undefined
  call: Call
  /** The text for a subject without activity. */
  nothing: string
}) => {
  const shown = calendarDays(
    days.map(({ day, activity_count }) => ({ day, count: activity_count })),
    daysMost,
    until,
  )
  const quiet = shown.filter(({ count }) => count === 0).length
  const loudest = shown.reduce<(typeof shown)[number] | undefined>(
    (most, day) => (most === undefined || day.count > most.count ? day : most),
    undefined,
  )
  return (
    <Panel
      title="Daily activity"
      aside={
        <>
          {groupedNumber(shown.length)} {shown.length === 1 ? 'day' : 'days'}, UTC
          <SourceLink title="Daily activity" call={call} />
        </>
      }
    >
      {loudest ? (
        <>
          <p className="px-4 pt-3 text-sm">
            Busiest day: <time dateTime={loudest.day}>{loudest.day}</time> with {groupedNumber(loudest.count)};{' '}
            {quiet === 0
              ? 'activity every day'
              : `${groupedNumber(quiet)} of ${groupedNumber(shown.length)} days without activity`}
            .
          </p>
          <BarChart
            label="Activities"
            bars={shown.map(({ day, count }) => ({ name: day, value: count }))}
            titles={['Day (UTC)', 'Activities']}
            rows={shown.toReversed().map(({ day, count }) => [day, groupedNumber(count)])}
            className="h-40"
          />
        </>
      ) : (
        <EmptyState title="No activity">{nothing}</EmptyState>
      )}
    </Panel>
  )
}
