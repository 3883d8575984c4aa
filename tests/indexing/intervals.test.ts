import { describe, expect, test } from 'vitest'
import {
  addRange,
  type BlockRange,
  countBlocks,
  coversRange,
  intersectRanges,
  mergeRanges,
  subtractRanges,
} from '#lib/indexing/intervals.ts'
import { type Chance, createChance } from './random.ts'

const range = (first: number, last: number): BlockRange => ({ first, last })

const anyRanges = (chance: Chance): BlockRange[] =>
  Array.from({ length: chance.integer(0, 5) }, () => {
    const first = chance.integer(0, 30)
    return range(first, first + chance.integer(-1, 6))
  })

/** The same ranges as a plain set of numbers: slow, and plainly right. */
const numbersOf = (ranges: readonly BlockRange[]): Set<number> =>
  new Set(ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, offset) => first + offset)))

const sorted = (numbers: Iterable<number>): number[] => [...numbers].sort((a, b) => a - b)

describe('block ranges', () => {
  test('are merged if adjacent or overlapping, and keep gaps', () => {
    expect(mergeRanges([range(8, 9), range(1, 3), range(4, 5), range(5, 6), range(20, 19)])).toEqual([
      range(1, 6),
      range(8, 9),
    ])
  })

  test('keep both ends around a hole', () => {
    expect(subtractRanges([range(1, 10)], [range(4, 6)])).toEqual([range(1, 3), range(7, 10)])
  })

  test('match sets of numbers for any ranges', () => {
    const chance = createChance(1)
    for (let round = 0; round < 2_000; round++) {
      const [a, b] = [anyRanges(chance), anyRanges(chance)]
      const [inA, inB] = [numbersOf(a), numbersOf(b)]
      const one = range(chance.integer(0, 30), chance.integer(0, 35))
      expect(sorted(numbersOf(mergeRanges(a)))).toEqual(sorted(inA))
      expect(sorted(numbersOf(subtractRanges(a, b)))).toEqual(sorted([...inA].filter((number) => !inB.has(number))))
      expect(sorted(numbersOf(intersectRanges(a, b)))).toEqual(sorted([...inA].filter((number) => inB.has(number))))
      expect(sorted(numbersOf(addRange(a, one)))).toEqual(sorted(new Set([...inA, ...numbersOf([one])])))
      expect(coversRange(a, one)).toBe([...numbersOf([one])].every((number) => inA.has(number)))
      expect(countBlocks(a)).toBe(inA.size)
      const merged = subtractRanges(a, b)
      expect(merged.every(({ first }, at) => at === 0 || first > (merged[at - 1]?.last ?? 0) + 1)).toBe(true)
    }
  })
})
