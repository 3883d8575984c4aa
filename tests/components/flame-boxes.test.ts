import { expect, test } from 'vitest'
import { flameBoxes } from '#components/evm/parts/calls/flame-graph.tsx'
import type { EvmCallTree } from '#lib/evm/trace/contract.ts'

const frame = (place: string, gas: number) =>
  ({ frame: place, gas_used: String(gas), to: '0x11', call: null }) as unknown as EvmCallTree['frames'][number]

const drawn = (frames: readonly (readonly [string, number])[]) =>
  flameBoxes(frames.map(([place, gas]) => frame(place, gas))).map(({ frame, level, from, share }) => [
    frame.frame,
    level,
    from,
    share,
  ])

test('calls are as wide as their gas, below their caller, one after the other', () => {
  expect(
    drawn([
      ['0', 1_000],
      ['0-0', 250],
      ['0-0-0', 125],
      ['0-1', 500],
    ]),
  ).toEqual([
    ['0', 0, 0, 1],
    ['0-0', 1, 0, 0.25],
    ['0-0-0', 2, 0, 0.125],
    ['0-1', 1, 0.25, 0.5],
  ])
})

test('a call never leaves the box of its caller, and one too small to see has no box, nor have its calls', () => {
  expect(
    drawn([
      ['0', 1_000],
      ['0-0', 900],
      ['0-1', 900],
      ['0-2', 1],
      ['0-2-0', 1],
    ]).map(([place, , from, share]) => [place, from, Number(share).toFixed(3)]),
  ).toEqual([
    ['0', 0, '1.000'],
    ['0-0', 0, '0.900'],
    ['0-1', 0.9, '0.100'],
  ])
})

test('without gas there is nothing to draw', () => {
  expect(drawn([['0', 0]])).toEqual([])
  expect(drawn([])).toEqual([])
})
