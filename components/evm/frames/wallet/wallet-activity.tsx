import { SourceFoot } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Call } from '#lib/pages/question.ts'
import type { WalletDay } from './wallet-day-bars.tsx'
import { WalletDayChart } from './wallet-day-chart.tsx'

/** The activity of an address over its whole life by direction: a strip of days, and the chart with its table when expanded. */
export const WalletActivity = ({
  days,
  isPartial,
  call,
}: {
  days: readonly WalletDay[]
  /** Only part of the chain is indexed. */
  isPartial: boolean
  call: Call
}) => {
  const total = days.reduce((sum, { transactions }) => sum + transactions, 0)
  const sentInAll = days.reduce((sum, { sent = 0 }) => sum + sent, 0)
  return (
    <Panel aria-label="Activity" className="mt-4">
      <details className="group/activity">
        <summary className="flex h-14 list-none items-center gap-4 px-4 text-sm">
          <span className="shrink-0 text-muted">
            {days.length === 0 ? 'Activity' : days[0]?.day}
            {days.length > 1 && <span className="max-sm:hidden"> to {lastDay(days)}</span>}
          </span>
          <DayStrip days={days} />
          <span className="shrink-0 text-muted">
            {total === 0 ? (
              isPartial ? (
                'nothing indexed'
              ) : (
                'nothing'
              )
            ) : (
              <>
                <span className="font-medium text-ink">{groupedNumber(total)}</span>
                <span className="max-sm:hidden">
                  {' '}
                  {isPartial && 'indexed '}transaction{total === 1 ? '' : 's'}
                </span>
                <span className="max-lg:hidden">
                  {' · '}
                  {groupedNumber(sentInAll)} sent, {groupedNumber(total - sentInAll)} received
                </span>
              </>
            )}
          </span>
        </summary>
        <WalletDayChart days={days} />
        <SourceFoot title="Activity" call={call} />
      </details>
    </Panel>
  )
}

/** Fewer days are not stretched to the whole width. */
const drawnMin = 40

const dayMs = 86_400_000

const lastDay = (days: readonly WalletDay[]): string | undefined => {
  const last = days.at(-1)
  return last && new Date(Date.parse(last.day) + ((last.days ?? 1) - 1) * dayMs).toISOString().slice(0, 10)
}

/** The days as one drawing: received above sent, as in the chart; days without transactions are a thin line. */
const DayStrip = ({ days }: { days: readonly WalletDay[] }) => {
  const most = Math.max(1, ...days.map(({ transactions }) => transactions))
  const bars = (countOf: (day: WalletDay) => number) =>
    days
      .map((day, at) => {
        const height = Math.round((100 * countOf(day)) / most)
        return height === 0 ? '' : `M${at} 100v-${height}h.8v${height}`
      })
      .join('')
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${Math.max(days.length, drawnMin)} 100`}
      preserveAspectRatio="none"
      className="h-8 min-w-0 grow border-line border-b group-open/activity:invisible"
    >
      <path
        className="fill-good/80"
        d={bars(({ transactions, sent = 0 }) => (transactions > sent ? transactions : 0))}
      />
      <path className="fill-warm" d={bars(({ sent = 0 }) => sent)} />
    </svg>
  )
}
