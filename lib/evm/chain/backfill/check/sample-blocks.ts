import { invariant } from '#lib/base/invariant.ts'
import { type BlockRange, countBlocks } from '#lib/indexing/intervals.ts'
import { headersInBatch } from './prove-blocks.ts'

/** Four requests of headers. */
const blocksMin = 4 * headersInBatch

/** Distinct random blocks of these ranges in random order; all of them if there are few. */
export const sampleBlocks = (
  ranges: readonly BlockRange[],
  factor: number,
  random: () => number = Math.random,
): number[] => {
  const total = countBlocks(ranges)
  const wanted = Math.min(total, blocksMin * factor)
  const places = new Set<number>()
  // Floyd's algorithm: `wanted` draws whatever the total is.
  for (let bound = total - wanted; bound < total; bound++) {
    const drawn = Math.floor(random() * (bound + 1))
    places.add(places.has(drawn) ? bound : drawn)
  }
  return [...places].map((place) => blockAt(ranges, place))
}

const blockAt = (ranges: readonly BlockRange[], place: number): number => {
  let left = place
  for (const { first, last } of ranges) {
    const length = last - first + 1
    if (left < length) return first + left
    left -= length
  }
  invariant(false, 'a drawn place is within the ranges')
}
