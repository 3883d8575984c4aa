import { classNames } from '#components/ui/class-names.ts'

/** A balance at a moment, oldest first in a line. */
export type LinePoint = { moment: number; balance: bigint }

const width = 100
const height = 30
/** Steps of a line's height: balances have more digits than a number can hold. */
const steps = 1_000n

/**
 * A balance over time: in steps if every change is known, otherwise straight lines between known balances. The text
 * beside it says the same.
 */
export const BalanceLine = ({
  points,
  isSampled,
  className,
}: {
  points: readonly LinePoint[]
  isSampled: boolean
  className?: string
}) => {
  const line = linePath(points, isSampled)
  if (line === undefined) return null
  return (
    <svg
      aria-hidden
      viewBox={`0 -1 ${width} ${height + 2}`}
      preserveAspectRatio="none"
      className={classNames('stroke-accent', className)}
    >
      <path d={`${line}V${height}H0Z`} className="fill-accent/10 stroke-none" />
      <path d={line} fill="none" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** Undefined for fewer than two moments: they have no line. */
export const linePath = (points: readonly LinePoint[], isSampled: boolean): string | undefined => {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first.moment >= last.moment) return undefined
  const most = points.reduce((max, { balance }) => (balance > max ? balance : max), 1n)
  const x = ({ moment }: LinePoint) => round((width * (moment - first.moment)) / (last.moment - first.moment))
  const y = ({ balance }: LinePoint) => round(height - (height * Number((balance * steps) / most)) / Number(steps))
  const rest = points.slice(1).map((point) => (isSampled ? `L${x(point)} ${y(point)}` : `H${x(point)}V${y(point)}`))
  return `M0 ${y(first)}${rest.join('')}`
}

const round = (value: number): number => Math.round(value * 10) / 10
