import { describe, expect, test } from 'vitest'
import { RangeSize } from '#lib/evm/node/reading/range-size.ts'

const ofLength = (length: number) => ({ from: 1000, to: 1000 + length - 1 })
const tooLarge = (blocksMax: number | null) => ({ kind: 'range_too_large', blocksMax, suggested: null }) as const
const tooMany = (suggested: { from: number; to: number } | null = null) =>
  ({ kind: 'too_many_results', suggested }) as const

describe('the block range of a log query', () => {
  test('starts at 10,000, shrinks to four fifths on failure, grows by 500 on success', () => {
    const size = new RangeSize()
    expect(size.blocks).toBe(10_000)
    size.failed(ofLength(10_000), { kind: 'transient' })
    expect(size.blocks).toBe(8_000)
    size.succeeded(ofLength(8_000))
    expect(size.blocks).toBe(8_500)
  })

  test('never grows over the ceiling, nor after a range shorter than allowed', () => {
    const size = new RangeSize({ start: 1_000, ceiling: 1_200 })
    size.succeeded(ofLength(10))
    expect(size.blocks).toBe(1_000)
    size.succeeded(ofLength(1_000))
    expect(size.blocks).toBe(1_200)
  })

  test('a structural limit is permanent', () => {
    const size = new RangeSize()
    size.failed(ofLength(10_000), tooLarge(2_000))
    for (let tries = 0; tries < 20; tries++) size.succeeded(ofLength(size.blocks))
    expect(size.blocks).toBe(2_000)
  })

  test('an unstated structural limit is approached by halving', () => {
    const size = new RangeSize()
    size.failed(ofLength(10_000), tooLarge(null))
    expect(size.blocks).toBe(5_000)
  })

  test('a stated limit is ignored if the request already met it', () => {
    const size = new RangeSize({ start: 1_000 })
    size.failed(ofLength(1_000), tooLarge(10_000))
    expect(size.blocks).toBe(500)
  })

  test('a range with too many results is halved, and grows back', () => {
    const size = new RangeSize()
    size.failed(ofLength(10_000), tooMany())
    expect(size.blocks).toBe(5_000)
    size.succeeded(ofLength(5_000))
    expect(size.blocks).toBe(5_500)
  })

  test('a suggested range is used if it starts where ours does and is smaller', () => {
    const size = new RangeSize()
    size.failed(ofLength(10_000), tooMany({ from: 1000, to: 1041 }))
    expect(size.blocks).toBe(42)
    const other = new RangeSize()
    other.failed(ofLength(10_000), tooMany({ from: 5, to: 6 }))
    expect(other.blocks).toBe(5_000)
  })

  test('a single block cannot be split', () => {
    expect(new RangeSize().failed(ofLength(1), tooMany())).toBe(false)
    expect(new RangeSize().failed(ofLength(2), tooMany())).toBe(true)
  })
})
