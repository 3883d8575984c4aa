import { coin, type Move } from '#lib/evm/summary/moves.ts'
import type { EvmCallTree } from '#lib/evm/trace/contract.ts'

/** A value that went from one address to another. */
export type FundStep = {
  /** `native`, or the address of a token. */
  asset: string
  from: string
  to: string
  /** Of NFTs: how many. */
  amount: bigint
  /** Null for what has no ids. */
  tokenId: string | null
}

/** Steps of one asset with the same direction, added up. Numbered from 1, in the order of their first step. */
export type FundFlow = Omit<FundStep, 'tokenId'> & { number: number; stepCount: number; tokenIds: readonly string[] }

/**
 * Every native and token transfer of a transaction that lasted. In time order if the trace says where each log was emitted
 * (`isInOrder`); otherwise native transfers come first.
 */
export const fundSteps = (
  tree: Pick<EvmCallTree, 'frames' | 'log_placement'>,
  moves: readonly Move[],
): { steps: FundStep[]; isInOrder: boolean } => {
  const ofTokens = (some: readonly Move[]): FundStep[] =>
    some.map(({ token, from, to, amount, tokenId }) => ({ asset: token, from, to, amount, tokenId }))
  if (tree.log_placement !== 'traced')
    return { steps: [...tree.frames.flatMap(nativeSteps), ...ofTokens(moves)], isInOrder: moves.length === 0 }
  const byLog = Map.groupBy(moves, ({ logIndex }) => logIndex)
  const calls = Map.groupBy(tree.frames, ({ frame }) => frame.slice(0, Math.max(0, frame.lastIndexOf('-'))))
  const stepsOf = (frame: EvmCallTree['frames'][number]): FundStep[] => {
    const logsAt = (position: number | null) =>
      frame.logs
        .filter((log) => log.position === position)
        .flatMap(({ log_index }) => ofTokens(byLog.get(log_index) ?? []))
    const inner = (calls.get(frame.frame) ?? []).flatMap((call, position) => [...logsAt(position), ...stepsOf(call)])
    return [...nativeSteps(frame), ...inner, ...logsAt(null)]
  }
  const [top] = tree.frames
  return { steps: top ? stepsOf(top) : [], isInOrder: true }
}

/** They run foreign code with the value of the call around them, or none. */
const kindsWithoutValue = new Set(['DELEGATECALL', 'CALLCODE', 'STATICCALL', 'EXTDELEGATECALL', 'EXTSTATICCALL'])

const nativeSteps = ({ type, from, to, value, is_undone }: EvmCallTree['frames'][number]): FundStep[] =>
  is_undone || value === '0' || to === null || kindsWithoutValue.has(type)
    ? []
    : [{ asset: coin, from, to, amount: BigInt(value), tokenId: null }]

/** The flows of these steps; transfers of nothing are left out. */
export const fundFlows = (steps: readonly FundStep[]): FundFlow[] => {
  const flows = new Map<string, FundFlow>()
  for (const { asset, from, to, amount, tokenId } of steps) {
    if (amount === 0n) continue
    const key = `${asset} ${from} ${to}`
    const known = flows.get(key)
    flows.set(key, {
      number: known?.number ?? flows.size + 1,
      asset,
      from,
      to,
      amount: (known?.amount ?? 0n) + amount,
      stepCount: (known?.stepCount ?? 0) + 1,
      tokenIds: tokenId === null ? (known?.tokenIds ?? []) : [...(known?.tokenIds ?? []), tokenId].slice(0, 2),
    })
  }
  return [...flows.values()]
}

/** Lanes and arrows of a diagram, in pixels. */
type FundsLayout = {
  width: number
  height: number
  lanes: { address: string; x: number }[]
  arrows: { number: number; fromX: number; toX: number; y: number; labelX: number; colour: number }[]
}

const laneWidth = 176
const topHeight = 44
const rowHeight = 44
/** An arrow from an address to itself is a loop beside its lane. */
const loopWidth = 40
/** Hues that stay apart; further tokens repeat them. */
const coloursMax = 8

/**
 * A lane for each address in the order of their first flow, and below it an arrow for each flow in time order: none of them
 * cross, however many addresses take part.
 */
export const fundsLayout = (flows: readonly FundFlow[]): FundsLayout => {
  const lanes = new Map<string, number>()
  const assets = new Map<string, number>()
  const laneOf = (address: string): number => {
    const lane = lanes.get(address) ?? lanes.size
    lanes.set(address, lane)
    return laneWidth / 2 + lane * laneWidth
  }
  const arrows = flows.map(({ number, from, to, asset }, row) => {
    const colour = assets.get(asset) ?? assets.size
    assets.set(asset, colour)
    const fromX = laneOf(from)
    const toX = laneOf(to)
    const labelX = fromX === toX ? fromX + loopWidth + 8 : (fromX + toX) / 2
    return { number, fromX, toX, y: topHeight + rowHeight * (row + 0.75), labelX, colour: colour % coloursMax }
  })
  return {
    width: Math.max(1, lanes.size) * laneWidth,
    height: topHeight + rowHeight * (flows.length + 0.5),
    lanes: [...lanes].map(([address, lane]) => ({ address, x: laneWidth / 2 + lane * laneWidth })),
    arrows,
  }
}

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
