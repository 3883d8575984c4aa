import { expect, test } from 'vitest'
import { RecentlyUsed } from '#lib/evm/abi/recently-used.ts'

test('evicts the least recently used entries to keep the total weight below the limit', () => {
  const kept = new RecentlyUsed<number>(100)
  kept.set('used', 1, 10)
  for (let index = 0; index < 1_000; index++) {
    kept.set(`unused ${index}`, index, 10)
    expect(kept.get('used')).toBe(1)
  }
  const left = Array.from({ length: 1_000 }, (_, index) => kept.get(`unused ${index}`)).filter(
    (one) => one !== undefined,
  )
  expect(left.length).toBeGreaterThan(0)
  expect(left.length).toBeLessThanOrEqual(10)
})

test('a newer value replaces an older one', () => {
  const kept = new RecentlyUsed<number>(10)
  for (let value = 0; value < 50; value++) kept.set('same', value, 3)
  expect(kept.get('same')).toBe(49)
  expect(kept.get('other')).toBeUndefined()
})
