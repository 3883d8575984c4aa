import { groupedNumber } from '#lib/format/amount.ts'

/** How much happened on a day, in UTC: `2023-03-26`. */
export type DayCount = { day: string; count: number }

/** The frame that both drawings share, in pixels, so that one can take the other's place unnoticed. */
export const axisWidth = 40
export const axisHeight = 20

/** The chart without a library: one bar a day, the largest day's count at the axis. */
export const DayBars = ({ days, label }: { days: readonly DayCount[]; label: string }) => {
  const most = Math.max(1, ...days.map(({ count }) => count))
  return (
    <figure aria-label={label} className="flex h-full flex-col">
      <div className="flex min-h-0 grow">
        <div
          className="flex shrink-0 flex-col justify-between pr-2 text-right text-muted text-xs leading-none"
          style={{ width: axisWidth }}
        >
          <span>{groupedNumber(most)}</span>
          <span>0</span>
        </div>
        <div className="flex min-w-0 grow items-end gap-px border-line border-b">
          {days.map(({ day, count }) => (
            <span
              key={day}
              title={`${day}: ${groupedNumber(count)}`}
              className={count === 0 ? 'grow' : 'min-h-0.5 grow rounded-t-sm bg-accent/75'}
              style={{ height: `${(100 * count) / most}%` }}
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
