import { type FundsLayout, loopWidth } from './funds-layout.ts'

/** Characters that fit between two lanes. */
const labelLengthMax = 22
const nameLengthMax = 20

const cut = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1)}…`

/** Saturated enough for both themes: each is at least 3:1 against their surfaces. */
const colourOf = (colour: number): string => `oklch(0.62 0.16 ${(200 + colour * 47) % 360})`

/**
 * Funds as a sequence of arrows, drawn on the server. Hidden from screen readers: the table below it has the same. Names come from
 * contracts and are text.
 */
export const FundsDiagram = ({
  layout: { width, height, lanes, arrows },
  isInOrder,
  nameOf,
  labelOf,
}: {
  layout: FundsLayout
  /** Whether the numbers of the flows say which came first: without that, none is shown. */
  isInOrder: boolean
  nameOf: (address: string) => string
  /** The amount of a flow, by its number. */
  labelOf: (number: number) => string
}) => (
  <section
    aria-label="Diagram of the flows"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    tabIndex={0}
    className="overflow-x-auto border-line border-b p-4 max-sm:hidden"
  >
    <svg
      aria-hidden
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="mx-auto block max-w-none font-sans text-xs"
    >
      {lanes.map(({ address, x }) => (
        <g key={address}>
          <title>{address}</title>
          <line x1={x} x2={x} y1={36} y2={height} stroke="var(--line)" strokeWidth={1.5} />
          <rect x={x - 82} y={4} width={164} height={30} rx={8} fill="var(--sunken)" stroke="var(--line)" />
          <text x={x} y={23} textAnchor="middle" fill="var(--ink)">
            {cut(nameOf(address), nameLengthMax)}
          </text>
        </g>
      ))}
      {arrows.map(({ number, fromX, toX, y, labelX, colour }) => {
        const isLoop = fromX === toX
        const tip = toX + (toX > fromX ? -6 : 6)
        const stroke = colourOf(colour)
        return (
          <g key={number}>
            {isLoop ? (
              <path
                d={`M ${fromX} ${y - 8} h ${loopWidth} v 14 h ${6 - loopWidth}`}
                fill="none"
                stroke={stroke}
                strokeWidth={2}
              />
            ) : (
              <line x1={fromX} x2={tip} y1={y} y2={y} stroke={stroke} strokeWidth={2} />
            )}
            <path d={arrowHead(toX, isLoop ? y + 6 : y, isLoop || toX < fromX)} fill={stroke} />
            <circle cx={fromX} cy={isLoop ? y - 8 : y} r={9} fill={stroke} />
            <text
              x={fromX}
              y={(isLoop ? y - 8 : y) + 4}
              textAnchor="middle"
              fill="#000"
              className="font-semibold text-[10px]"
            >
              {isInOrder && number}
            </text>
            <text
              x={labelX}
              y={isLoop ? y + 3 : y - 6}
              textAnchor={isLoop ? 'start' : 'middle'}
              fill="var(--ink)"
              stroke="var(--surface)"
              strokeWidth={4}
              paintOrder="stroke"
            >
              {cut(labelOf(number), labelLengthMax)}
            </text>
          </g>
        )
      })}
    </svg>
  </section>
)

const arrowHead = (x: number, y: number, pointsLeft: boolean): string => {
  const back = pointsLeft ? 9 : -9
  return `M ${x} ${y} l ${back} -5 v 10 z`
}
