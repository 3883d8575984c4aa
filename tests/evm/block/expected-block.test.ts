import { expect, test } from 'vitest'
import { expectedBlockSeconds } from '#lib/evm/api/expected-block.ts'

const newest = { number: 2_000, seconds: 24_000 }

test('a future block is expected after the mean time per block of those before it', () => {
  expect(expectedBlockSeconds(2_010, newest, { number: 1_000, seconds: 12_000 })).toBe(24_120)
  expect(expectedBlockSeconds(2_010, newest, { number: 1_000, seconds: 23_500 })).toBe(24_005)
})

test('without an older block, or time between them, nothing is expected', () => {
  expect(expectedBlockSeconds(2_010, newest, undefined)).toBeUndefined()
  expect(expectedBlockSeconds(2_010, newest, newest)).toBeUndefined()
  expect(expectedBlockSeconds(2_010, newest, { number: 1_000, seconds: 24_000 })).toBeUndefined()
})
