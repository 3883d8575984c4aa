import type { CSSProperties } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { compactCount, groupedNumber } from '#lib/format/amount.ts'
import { axisEnd, type Bar } from './bar.ts'

/** The frame that both drawings share, in pixels, so that replacing one by the other moves nothing. */
export const barAxisWidth = 44
export const barAxisHeight = 20

/** The two kinds of a bar's parts, in the colours of outgoing and incoming rows. */
export const kindClasses = ['bg-warm/80', 'bg-good/80'] as const

/** A bar of one kind, or of two stacked ones; styled by the class `bars` of its container. */
const barStyle = ({ value, part }: Pick<Bar, 'value' | 'part'>, most: number): CSSProperties | undefined => {
  if (value === 0) return
  const bar: Record<`--${string}`, string> = {
    '--height': percent(value / most),
    ...(part !== undefined && { '--part': percent(part / value) }),
  }
  return bar
}

const percent = (share: number): string => `${+(100 * share).toFixed(1)}%`

/** Above this number of bars the gaps are smaller. */
const barsWithRoom = 40

/** The chart without a library. */
export const DrawnBars = ({
  label,
  bars,
  areAllNamed,
}: {
  label: string
  bars: readonly Bar[]
  areAllNamed: boolean
}) => {
  const most = axisEnd(Math.max(...bars.map(({ value }) => value)))
  const gap = areAllNamed ? 'gap-3' : bars.length > barsWithRoom ? 'gap-px' : 'gap-[2px]'
  const names = areAllNamed ? bars : bars.filter((_, index) => index === 0 || index === bars.length - 1)
  return (
    <figure aria-label={label} className="flex h-full flex-col">
      <div className="flex min-h-0 grow">
        <div
          className="flex shrink-0 flex-col justify-between pr-2 text-right text-muted text-xs leading-none"
          style={{ width: barAxisWidth }}
        >
          <span>{compactCount(most)}</span>
          {most > 1 && <span>{compactCount(most / 2)}</span>}
          <span>0</span>
        </div>
        <div className={classNames('bars chart-lines min-w-0 grow border-line border-b', gap)}>
          {bars.map(({ name, value, part }) => (
            <span key={name} title={`${name}: ${groupedNumber(value)}`} style={barStyle({ value, part }, most)} />
          ))}
        </div>
      </div>
      <div
        className={classNames(
          'flex shrink-0 items-end text-muted text-xs leading-none',
          areAllNamed ? 'gap-3' : 'justify-between',
        )}
        style={{ height: barAxisHeight, paddingLeft: barAxisWidth }}
      >
        {names.map(({ name }) => (
          <span key={name} className={classNames('whitespace-nowrap', areAllNamed && 'flex-1 text-center')}>
            {name}
          </span>
        ))}
      </div>
    </figure>
  )
}
