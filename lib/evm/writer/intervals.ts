import type { BlockRange } from '#lib/indexing/intervals.ts'

/*
 * Neighbouring intervals are joined only where their blocks link: a fork may have replaced the blocks of one alone.
 */

/** The intervals after blocks `added` were stored; whether they link to the stored blocks on both sides. Ascending. */
export const withAdded = (
  intervals: readonly BlockRange[],
  added: BlockRange,
  { linksBelow, linksAbove }: { linksBelow: boolean; linksAbove: boolean },
): BlockRange[] => {
  const others = without(intervals, added)
  const below = linksBelow ? others.find(({ last }) => last === added.first - 1) : undefined
  const above = linksAbove ? others.find(({ first }) => first === added.last + 1) : undefined
  const joined = { first: below?.first ?? added.first, last: above?.last ?? added.last }
  return [...others.filter((other) => other !== below && other !== above), joined].sort((a, b) => a.first - b.first)
}

/** The intervals after blocks `removed` were deleted. */
export const without = (intervals: readonly BlockRange[], removed: BlockRange): BlockRange[] =>
  intervals
    .flatMap(({ first, last }) => [
      { first, last: Math.min(last, removed.first - 1) },
      { first: Math.max(first, removed.last + 1), last },
    ])
    .filter(({ first, last }) => first <= last)
