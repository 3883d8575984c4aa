'use client'

import { BarChart } from '#components/chain/bar-chart.tsx'
import { barStyle } from '#components/chain/drawn-bars.tsx'
import type { SourceCall } from '#components/source/source-call.ts'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmDay } from '#lib/evm/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type ListedDay = Pick<EvmDay, 'day' | 'transactions' | 'sent' | 'gas_used'>

/** When an address was active, and which way: a strip of days at a glance, and the chart with its table when it is opened. */
export const WalletActivity = ({
  days,
  isPartial,
  call,
}: {
  days: readonly ListedDay[]
  /** Counted in a part of the chain. */
  isPartial: boolean
  call: SourceCall
}) => {
  const total = days.reduce((sum, { transactions }) => sum + transactions, 0)
  const sentInAll = days.reduce((sum, { sent = 0 }) => sum + sent, 0)
  const bars = days.map(({ day, transactions, sent = 0 }) => ({ name: day, value: transactions, part: sent }))
  const most = Math.max(1, ...days.map(({ transactions }) => transactions))
  const active = days.filter(({ transactions }) => transactions > 0).length
  return (
    <Panel aria-label="Activity" className="mt-4">
      <details className="group/activity">
        <summary className="flex h-14 list-none items-center gap-4 px-4 text-sm">
          <span className="shrink-0 text-muted">
            {days.length} days<span className="max-sm:hidden"> to {days.at(-1)?.day}</span>
          </span>
          <span aria-hidden className="bars h-8 min-w-0 grow gap-px group-open/activity:invisible">
            {bars.map((bar) => (
              <span key={bar.name} style={barStyle(bar, most)} />
            ))}
          </span>
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
                <span className="max-sm:hidden"> {isPartial ? 'indexed transactions' : 'transactions'}</span> on{' '}
                {active} {active === 1 ? 'day' : 'days'}
                <span className="max-lg:hidden">
                  {' · '}
                  {groupedNumber(sentInAll)} sent, {groupedNumber(total - sentInAll)} received
                </span>
              </>
            )}
          </span>
        </summary>
        <BarChart
          label="Transactions per day"
          bars={bars}
          kinds={['Sent', 'Received']}
          titles={['Day (UTC)', 'Transactions', 'Sent', 'Received', 'Gas used']}
          rows={days
            .toReversed()
            .map(({ day, transactions, sent = 0, gas_used }) => [
              day,
              ...[transactions, sent, transactions - sent, gas_used].map(groupedNumber),
            ])}
          className="h-48"
        />
        <SourceFoot title="Activity" call={call} />
      </details>
    </Panel>
  )
}
