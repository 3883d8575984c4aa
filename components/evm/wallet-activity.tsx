import { ActivityChart } from '#components/home/activity-chart.tsx'
import type { SourceCall } from '#components/source/source-call.ts'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { EvmDay } from '#lib/evm/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'

const frame = 'mt-4'

/** When an address was active: a strip of days at a glance, and the chart with its table when it is opened. */
export const WalletActivity = ({ days, call }: { days: readonly EvmDay[]; call: SourceCall }) => {
  const total = days.reduce((sum, { transactions }) => sum + transactions, 0)
  const most = Math.max(1, ...days.map(({ transactions }) => transactions))
  const active = days.filter(({ transactions }) => transactions > 0).length
  return (
    <Panel aria-label="Activity" className={frame}>
      <details className="group/activity">
        <summary className="flex h-14 list-none items-center gap-4 px-4 text-sm">
          <span className="shrink-0 text-muted">
            {days.length} days<span className="max-sm:hidden"> to {days.at(-1)?.day}</span>
          </span>
          <span aria-hidden className="flex h-8 min-w-0 grow items-end gap-px group-open/activity:invisible">
            {days.map(({ day, transactions }) => (
              <span
                key={day}
                className={transactions > 0 ? 'min-h-0.5 grow rounded-t-sm bg-accent/75' : 'h-px grow bg-line'}
                style={transactions > 0 ? { height: `${(100 * transactions) / most}%` } : undefined}
              />
            ))}
          </span>
          <span className="shrink-0 text-muted">
            {total === 0 ? (
              'nothing'
            ) : (
              <>
                <span className="font-medium text-ink">{groupedNumber(total)}</span>
                <span className="max-sm:hidden"> transactions</span> on {active} {active === 1 ? 'day' : 'days'}
              </>
            )}
          </span>
        </summary>
        <ActivityChart days={days} />
        <SourceFoot title="Activity" call={call} />
      </details>
    </Panel>
  )
}

export const WalletActivitySkeleton = () => (
  <Panel aria-hidden data-loading className={frame}>
    <div className="flex h-14 items-center px-4">
      <Skeleton className="h-6 w-full" />
    </div>
  </Panel>
)
