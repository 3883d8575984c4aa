import { expect, test } from 'vitest'
import { picturedFlows } from '#components/evm/transaction/flow-picture.tsx'
import type { Move } from '#lib/evm/summary/moves.ts'

const move = (from: string, to: string, amount: bigint, token = 'native'): Move => ({
  ...{ logIndex: null, standard: 'native', tokenId: null, isWrapping: false },
  ...{ from, to, amount, token },
})

test('movements of one token in one direction are one flow', () => {
  const { flows, nodes, more } = picturedFlows([move('a', 'b', 1n), move('a', 'b', 2n), move('b', 'a', 3n)], 'a')
  expect(flows.map(({ from, to, amount }) => [from, to, amount])).toEqual([
    ['a', 'b', 3n],
    ['b', 'a', 3n],
  ])
  expect(nodes).toEqual(['a', 'b'])
  expect(more).toBe(0)
})

test('the flows of the sender come first, and at most five addresses are shown', () => {
  const others = ['c', 'd', 'e', 'f', 'g', 'h'].map((to, index) => move('x', to, BigInt(index + 1)))
  const { flows, nodes, more } = picturedFlows([...others, move('a', 'x', 9n)], 'a')
  expect(flows[0]).toMatchObject({ from: 'a', to: 'x' })
  expect(nodes).toEqual(['a', 'x', 'c', 'd', 'e'])
  expect(more).toBe(3)
})

test('a sender that nothing touches has no box', () => {
  expect(picturedFlows([move('b', 'c', 1n), move('c', 'b', 1n)], 'a').nodes).toEqual(['b', 'c'])
})
