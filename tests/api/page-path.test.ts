import { expect, test } from 'vitest'
import { pagePath } from '#lib/api/page-path.ts'

test('builds a path from its pattern, with each value as one segment', () => {
  const block = pagePath('/:chain/block/:block')
  expect(block({ chain: 'bsc testnet', block: 25 })).toBe('/bsc-testnet/block/25')
  expect(block({ chain: 'eth', block: '../docs?q=#' })).toBe('/eth/block/..%2Fdocs%3Fq%3D%23')
  expect(block.pattern).toBe('/:chain/block/:block')
  expect(pagePath('/aptos')()).toBe('/aptos')
})
