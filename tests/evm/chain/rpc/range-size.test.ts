import { describe, expect, test } from 'vitest'
import { RangeSize } from '#lib/evm/chain/rpc/reading/range-size.ts'

const ofLength = (length: number) => ({ from: 1000, to: 1000 + length - 1 })
const tooLarge = (blocksMax: number | null) => ({ kind: 'range_too_large', blocksMax, suggested: null }) as const
const tooMany = (suggested: { from: number; to: number } | null = null) =>
  ({ kind: 'too_many_results', suggested }) as const
const unknown = { kind: 'invalid' } as const

/** Queries of a node with this limit: how many were refused of `count`, and the size at the end. */
const run = (size: RangeSize, limit: number, count: number) => {
  let refused = 0
  for (let query = 0; query < count; query++) {
    const asked = ofLength(size.blocks)
    if (size.blocks <= limit) size.accepted(asked)
    else {
      refused += 1
      size.refused(asked, unknown)
    }
  }
  return { refused, blocks: size.blocks }
}

describe('the block range of a log query', () => {
  test('starts at 10,000, and is halved by a refusal in any words', () => {
    const size = new RangeSize()
    expect(size.blocks).toBe(10_000)
    size.refused(ofLength(10_000), unknown)
    expect(size.blocks).toBe(5_000)
  })

  test.each([9_999, 5_000, 1_000, 37, 1])('an unstated limit of %i is found by few refusals, and kept', (limit) => {
    const size = new RangeSize()
    const { refused, blocks } = run(size, limit, 200)
    expect(refused).toBeLessThanOrEqual(20)
    expect(blocks).toBeGreaterThan(limit * 0.85)
    // It is tried again, more and more rarely.
    expect(run(size, limit, 2_000).refused).toBeLessThan(30)
  })

  test('grows again when the limit is gone', () => {
    const size = new RangeSize()
    run(size, 100, 200)
    expect(run(size, 10_000, 1_000).blocks).toBe(10_000)
  })

  test('never grows over the ceiling, nor after a range shorter than allowed', () => {
    const size = new RangeSize({ start: 1_000, ceiling: 1_200 })
    size.accepted(ofLength(10))
    expect(size.blocks).toBe(1_000)
    size.accepted(ofLength(1_000))
    expect(size.blocks).toBe(1_200)
  })

  test('a stated limit is permanent', () => {
    const size = new RangeSize()
    size.refused(ofLength(10_000), tooLarge(2_000))
    for (let tries = 0; tries < 200; tries++) size.accepted(ofLength(size.blocks))
    expect(size.blocks).toBe(2_000)
  })

  test('a stated limit is ignored if the request already met it', () => {
    const size = new RangeSize({ start: 1_000 })
    size.refused(ofLength(1_000), tooLarge(10_000))
    expect(size.blocks).toBe(500)
  })

  test('a range with too many results is halved, and soon grows back', () => {
    const size = new RangeSize()
    size.refused(ofLength(10_000), tooMany())
    expect(size.blocks).toBe(5_000)
    for (let queries = 0; queries < 10; queries++) size.accepted(ofLength(size.blocks))
    expect(size.blocks).toBe(10_000)
  })

  test('a suggested range is used if it starts where ours does and is smaller', () => {
    const size = new RangeSize()
    size.refused(ofLength(10_000), tooMany({ from: 1000, to: 1041 }))
    expect(size.blocks).toBe(42)
    const other = new RangeSize()
    other.refused(ofLength(10_000), tooMany({ from: 5, to: 6 }))
    expect(other.blocks).toBe(5_000)
  })
})
