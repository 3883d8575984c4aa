import { ArrowRight } from 'lucide'
import type { Movement } from '#components/evm/frames/transaction/movement-of.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { Icon } from '#components/ui/icon.tsx'
import { zeroAddress } from '#lib/base/zero-address.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { coin, type Move } from '#lib/evm/summary/moves.ts'
import { groupedNumber, shortAmount } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'

/** All movements of one token, or one NFT, from one address to another. */
type Flow = Pick<Move, 'from' | 'to' | 'token' | 'tokenId' | 'standard' | 'amount'>

/** A picture of more could not be read; the Funds tab has all. */
const nodesMax = 5
const flowsMax = 8

const keyOfFlow = ({ from, to, token, tokenId }: Pick<Flow, 'from' | 'to' | 'token' | 'tokenId'>): string =>
  [from, to, token, tokenId].join(' ')

const flowsOf = (moves: readonly Move[]): Flow[] => {
  const flows = new Map<string, Flow>()
  for (const { from, to, token, tokenId, standard, amount } of moves) {
    const key = keyOfFlow({ from, to, token, tokenId })
    flows.set(key, { from, to, token, tokenId, standard, amount: (flows.get(key)?.amount ?? 0n) + amount })
  }
  return [...flows.values()]
}

/** The flows among the first few addresses, the sender's own first. */
export const picturedFlows = (moves: readonly Move[], sender: string) => {
  const all = flowsOf(moves)
  const nodes = [sender]
  const flows: Flow[] = []
  const touching = all.filter(({ from, to }) => from === sender || to === sender)
  for (const flow of [...touching, ...all.filter((one) => !touching.includes(one))]) {
    const added = [flow.from, flow.to].filter(
      (address, at, both) => !nodes.includes(address) && both.indexOf(address) === at,
    )
    if (flows.length === flowsMax || nodes.length + added.length > nodesMax) continue
    nodes.push(...added)
    flows.push(flow)
  }
  const used = nodes.filter((address) => flows.some(({ from, to }) => from === address || to === address))
  return { nodes: used, flows, more: all.length - flows.length }
}

const box = { width: 148, height: 36 }
const nodeGap = 116
/** Between the box and the first arc, and between two arcs. */
const arcHeight = 34
const labelMax = 24

type Arc = { flow: Flow; path: string; tip: string; x: number; y: number }

const centreOf = (index: number): number => box.width / 2 + index * (box.width + nodeGap)

/** Boxes in a row; what moves to the right is drawn above them, what moves back below. */
const arcsOf = (nodes: readonly string[], flows: readonly Flow[]) => {
  const sides = { above: 0, below: 0 }
  const drawn = flows
    .map((flow) => ({ flow, from: nodes.indexOf(flow.from), to: nodes.indexOf(flow.to) }))
    .sort((a, b) => Math.abs(a.from - a.to) - Math.abs(b.from - b.to))
    .map(({ flow, from, to }) => {
      const side = to > from ? ('above' as const) : ('below' as const)
      sides[side] += 1
      return { flow, from, to, side, lane: sides[side] }
    })
  const top = sides.above * arcHeight + 18
  const arcs = drawn.map(({ flow, from, to, side, lane }): Arc => {
    const up = side === 'above'
    const edge = up ? top : top + box.height
    const out = (up ? -1 : 1) * lane * arcHeight
    const shift = (up ? 1 : -1) * Math.min(50, 8 + lane * 7)
    const [x1, x2] = [centreOf(from) + shift, centreOf(to) - shift]
    const y = edge + out
    const bend = Math.min(20, lane * arcHeight)
    const step = Math.sign(x2 - x1) * bend
    const turn = (up ? -1 : 1) * bend
    // Between two boxes: lines that end at a box in the middle would cross the text.
    const aside = (to - from) % 2 === 0 ? Math.sign(to - from) * ((box.width + nodeGap) / 2) : 0
    return {
      flow,
      x: (x1 + x2) / 2 + aside,
      y,
      path: `M${x1} ${edge}V${y - turn}Q${x1} ${y} ${x1 + step} ${y}H${x2 - step}Q${x2} ${y} ${x2} ${y - turn}V${edge}`,
      tip: `M${x2} ${edge}l-4.5 ${up ? -8 : 8}h9z`,
    }
  })
  return { top, height: top + box.height + sides.below * arcHeight + 18, arcs }
}

/**
 * Who gave what to whom, for transactions of a few movements: boxes and arrows, and a list of the same on a phone and for screen
 * readers. Nothing where there is no movement or one between two addresses, which the sentence says.
 */
export const FlowPicture = ({
  state,
  movement,
  sender,
}: {
  state: EvmChainState
  movement: Movement
  sender: string
}) => {
  const { nodes, flows, more } = picturedFlows(movement.moves, sender)
  if (flows.length < 2 || nodes.length < 2) return null
  const nameOf = (address: string): string => {
    if (address === zeroAddress) return 'Mint and burn'
    return movement.labels.get(address) ?? shortText(address)
  }
  const textOf = (flow: Flow): string => `${amountOf(flow, state, movement)} ${assetOf(flow, state, movement)}`
  const { top, height, arcs } = arcsOf(nodes, flows)
  const width = centreOf(nodes.length - 1) + box.width / 2 + 2
  return (
    <figure aria-label="Flow of value" className="border-line border-b">
      <svg
        aria-hidden
        viewBox={`-1 0 ${width} ${height}`}
        style={{ maxWidth: width }}
        className="mx-auto my-2 block w-full px-4 font-sans text-label max-sm:hidden"
      >
        {arcs.map((arc) => (
          <Arrow key={keyOfFlow(arc.flow)} arc={arc} text={cutText(textOf(arc.flow), labelMax)} />
        ))}
        {nodes.map((address, index) => (
          <g key={address}>
            <title>{address}</title>
            <rect
              x={centreOf(index) - box.width / 2}
              y={top}
              width={box.width}
              height={box.height}
              rx={9}
              fill="var(--sunken)"
              stroke={address === sender ? 'var(--chart)' : 'var(--line)'}
              strokeWidth={1.5}
            />
            <text x={centreOf(index)} y={top + 22.5} textAnchor="middle" fill="var(--ink)">
              {cutText(nameOf(address), 20)}
            </text>
          </g>
        ))}
      </svg>
      <ol className="divide-y divide-line text-sm sm:sr-only">
        {flows.map((flow) => (
          <li
            key={keyOfFlow(flow)}
            className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-x-2 px-4 py-2"
          >
            <span className="col-span-3 font-medium">{textOf(flow)}</span>
            <Holder state={state} address={flow.from} name={nameOf(flow.from)} />
            <Icon of={ArrowRight} size={14} className="text-muted" aria-label="to" />
            <Holder state={state} address={flow.to} name={nameOf(flow.to)} />
          </li>
        ))}
      </ol>
      {more > 0 && (
        <figcaption className="px-4 pb-2.5 text-label text-muted">
          {groupedNumber(more)} more {more === 1 ? 'flow' : 'flows'} between other addresses: see Funds.
        </figcaption>
      )}
    </figure>
  )
}

const Arrow = ({ arc: { path, tip, x, y }, text }: { arc: Arc; text: string }) => (
  <g>
    <path d={path} fill="none" stroke="var(--chart)" strokeWidth={1.5} />
    <path d={tip} fill="var(--chart)" />
    <text
      x={x}
      y={y + 4}
      textAnchor="middle"
      fill="var(--ink)"
      stroke="var(--surface)"
      strokeWidth={6}
      paintOrder="stroke"
      className="font-medium"
    >
      {text}
    </text>
  </g>
)

const Holder = ({ state, address, name }: { state: EvmChainState; address: string; name: string }) =>
  address === zeroAddress ? (
    <span className="text-muted">{name}</span>
  ) : (
    <AddressLink chain={state.chain} address={address} label={name} className="min-w-0" />
  )

const assetOf = ({ token, tokenId }: Flow, { symbol }: EvmChainState, { tokens }: Movement): string => {
  if (token === coin) return symbol
  const words = tokens.get(token)
  const name = words?.symbol || words?.name || shortText(token)
  return tokenId === null ? name : `${name} #${cutText(tokenId, 8)}`
}

const amountOf = ({ token, tokenId, amount }: Flow, state: EvmChainState, { tokens }: Movement): string => {
  if (tokenId !== null) return groupedNumber(amount)
  const decimals = token === coin ? state.decimals : (tokens.get(token)?.decimals ?? null)
  return decimals === null ? groupedNumber(amount) : shortAmount(String(amount), decimals)
}
