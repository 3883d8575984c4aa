import { amountAxisEnd } from './bar.ts'
import { NumberTable } from './number-table.tsx'

/** A value at a time, with its range; undefined where nothing is known. */
export type LinePoint = {
  /** The time, as the axis and the crosshair name it. */
  name: string
  value?: { low: number; middle: number; high: number }
}

const width = 1_000
const height = 100

/** Parts of the line between gaps, as indexes. */
const partsOf = (points: readonly LinePoint[]): number[][] => {
  const parts: number[][] = []
  points.forEach(({ value }, index) => {
    if (!value) return
    const last = parts.at(-1)
    if (last && last.at(-1) === index - 1) last.push(index)
    else parts.push([index])
  })
  return parts
}

/** The lines and their bands, on an axis up to `most`. */
const Lines = ({ points, most }: { points: readonly LinePoint[]; most: number }) => {
  const x = (index: number) => +((width * (index + 0.5)) / points.length).toFixed(1)
  const y = (value: number) => +(height - (height * value) / most).toFixed(2)
  const along = (part: readonly number[], of: 'low' | 'middle' | 'high') =>
    part.map((index) => `${x(index)} ${y(points[index]?.value?.[of] ?? 0)}`)
  const parts = partsOf(points)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {parts.map((part) => (
        <g key={part[0]}>
          <path
            d={`M${[...along(part, 'high'), ...along(part.toReversed(), 'low')].join('L')}Z`}
            fill="var(--chart)"
            fillOpacity={0.16}
          />
          <path
            d={`M${along(part, 'middle').join('L')}${part.length === 1 ? 'h1' : ''}`}
            fill="none"
            stroke="var(--chart)"
            strokeWidth={1.75}
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </g>
      ))}
    </svg>
  )
}

/**
 * A line with the band between the lowest and the highest values: drawn on the server, with a crosshair under the pointer, and the
 * same numbers as a table.
 */
export const LineChart = ({
  label,
  points,
  format,
  titles,
  className = 'h-44',
}: {
  label: string
  /** Oldest first. */
  points: readonly LinePoint[]
  format: (value: number) => string
  /** Column titles of the table. */
  titles: readonly [name: string, middle: string, low: string, high: string] | readonly [name: string, value: string]
  className?: string
}) => {
  const known = points.flatMap(({ value }) => (value ? [value] : []))
  const hasBand = titles.length > 2
  const most = amountAxisEnd(Math.max(0, ...known.map(({ high }) => high)))
  return (
    <div className="px-4 pt-4 pb-3">
      <figure aria-label={label}>
        <div className={`flex ${className}`}>
          <div aria-hidden className="chart-ticks">
            <span>{format(most)}</span>
            <span>{format(most / 2)}</span>
            <span>0</span>
          </div>
          <div className="chart-lines relative min-w-0 grow border-line border-b">
            <Lines points={points} most={most} />
            <div aria-hidden className="crosshair">
              {points.map(({ name, value }) => (
                <span
                  key={name}
                  data-text={
                    value
                      ? `${name}: ${format(value.middle)}${hasBand ? ` (${format(value.low)} to ${format(value.high)})` : ''}`
                      : `${name}: not indexed`
                  }
                />
              ))}
            </div>
          </div>
        </div>
        <div aria-hidden className="flex justify-between pt-1.5 pl-14 text-label text-muted">
          {[0, Math.floor(points.length / 2), points.length - 1].map((index) => (
            <span key={index}>{points[index]?.name}</span>
          ))}
        </div>
      </figure>
      <NumberTable
        label={label}
        titles={titles}
        rows={points
          .toReversed()
          .flatMap(({ name, value }): [string, ...string[]][] =>
            value ? [[name, ...[value.middle, ...(hasBand ? [value.low, value.high] : [])].map(format)]] : [],
          )}
      />
    </div>
  )
}
