import type { EvmDay } from '#lib/evm/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** The frame that both drawings share, in pixels, so that one can take the other's place unnoticed. */
export const axisWidth = 40
export const axisHeight = 20

/** The chart without a library: one bar a day, the largest day's count at the axis. */
export const ActivityBars = ({ days }: { days: readonly EvmDay[] }) => {
  const most = Math.max(1, ...days.map(({ transactions }) => transactions))
  return (
    <figure aria-label="Transactions a day" className="flex h-full flex-col">
      <div className="flex min-h-0 grow">
        <div
          className="flex shrink-0 flex-col justify-between pr-2 text-right text-muted text-xs leading-none"
          style={{ width: axisWidth }}
        >
          <span>{groupedNumber(most)}</span>
          <span>0</span>
        </div>
        <div className="flex grow items-end gap-[2px] border-line border-b">
          {days.map(({ day, transactions }) => (
            <span
              key={day}
              title={`${day}: ${groupedNumber(transactions)}`}
              className="min-h-px grow rounded-t-sm bg-accent/75"
              style={{ height: `${(100 * transactions) / most}%` }}
            />
          ))}
        </div>
      </div>
      <div
        className="flex shrink-0 items-end justify-between text-muted text-xs leading-none"
        style={{ height: axisHeight, paddingLeft: axisWidth }}
      >
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </div>
    </figure>
  )
}
