import type { ComponentProps, ReactNode } from 'react'
import { DayChart } from '#components/chain/day-chart.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { isNotServed } from '#components/to-answer.ts'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { calendarDays } from '#lib/format/calendar-days.ts'
import type { Answer, Call } from '#lib/pages/question.ts'

const title = 'Daily activity'
const daysMost = 120

/** The daily activity of a collection or an asset. */
const DailyActivity = ({
  answer,
  status,
  call,
  nothing,
}: {
  answer: Answer<{ result: readonly { day: string; activity_count: number }[] }>
  status: AptosStatus | undefined
  call: Call
  /** The text for a subject without activity. */
  nothing: string
}) => {
  const { data, fault } = answer
  if (fault)
    return (
      <Panel title={title}>
        <FaultState {...fault} />
      </Panel>
    )
  const newestDay = status?.ledger_timestamp?.slice(0, 10)
  const shown = calendarDays(
    data.result.map(({ day, activity_count }) => ({ day, count: activity_count })),
    daysMost,
    newestDay,
  )
  const quiet = shown.filter(({ count }) => count === 0).length
  const loudest = shown.reduce<(typeof shown)[number] | undefined>(
    (most, day) => (most === undefined || day.count > most.count ? day : most),
    undefined,
  )
  return (
    <Panel
      title={title}
      aside={
        <>
          {groupedNumber(shown.length)} {shown.length === 1 ? 'day' : 'days'}, UTC
          <SourceLink title={title} call={call} />
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
          <DayChart
            label="Activities"
            counts={shown.map(({ count }) => count)}
            lastDay={shown.at(-1)?.day ?? ''}
            titles={['Day (UTC)', 'Activities']}
            className="h-40"
          />
        </>
      ) : (
        <EmptyState title="No activity">{nothing}</EmptyState>
      )}
    </Panel>
  )
}

type Days = ComponentProps<typeof DailyActivity>

type Props = Omit<Days, 'answer'> & {
  /** The error, if the facts could not be loaded. */
  fault: ComponentProps<typeof FaultState> | undefined
  days: Days['answer'] | undefined
  /** The facts, if they are known. */
  children: ReactNode
}

/** The facts of an asset or a collection next to its daily activity, or the error if they could not be loaded. */
export const FactsAndDays = ({ fault, days, children, ...activity }: Props) => (
  <>
    {fault && !isNotServed(fault) && (
      <Panel>
        <FaultState {...fault} />
      </Panel>
    )}
    {children && (
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {children}
        {days && <DailyActivity answer={days} {...activity} />}
      </div>
    )}
  </>
)
