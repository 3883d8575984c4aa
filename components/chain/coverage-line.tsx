import { groupedNumber } from '#lib/format/amount.ts'

/** A range is drawn at least this wide, in per cent. */
const widthMin = 1

/** What is indexed of a chain, as a line from its beginning to its head. */
export const CoverageLine = ({
  ranges,
  last,
  unit,
}: {
  /** As the API gives them: `200-300,0-99`, or `none`. */
  ranges: string
  last: string
  /** What is counted: `block`. */
  unit: string
}) => {
  const whole = Math.max(1, Number(last))
  const drawn = ranges.split(',').flatMap((range) => {
    const [from = Number.NaN, to = from] = range.split('-').map(Number)
    if (Number.isNaN(from)) return []
    const width = Math.max(widthMin, (100 * (to - from + 1)) / (whole + 1))
    return [{ from, width, x: Math.min((100 * from) / whole, 100 - width) }]
  })
  return (
    <div>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden className="block h-2 w-full rounded-full bg-line">
        {drawn.map(({ from, x, width }) => (
          <rect key={from} x={x} y="0" width={Math.min(width, 100)} height="6" className="fill-accent" />
        ))}
      </svg>
      <p className="flex justify-between text-muted text-xs">
        <span>{unit} 0</span>
        <span>{groupedNumber(last)}</span>
      </p>
    </div>
  )
}
