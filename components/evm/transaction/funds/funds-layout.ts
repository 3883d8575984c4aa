import type { FundFlow } from './fund-flows.ts'

/** Lanes and arrows of a diagram, in pixels. */
export type FundsLayout = {
  width: number
  height: number
  lanes: { address: string; x: number }[]
  arrows: { number: number; fromX: number; toX: number; y: number; labelX: number; colour: number }[]
}

const laneWidth = 176
const topHeight = 44
const rowHeight = 44
/** An arrow from an address to itself is a loop beside its lane. */
export const loopWidth = 40
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
