/** Blocks first..last, both ends included. */
export type BlockInterval = { first: number; last: number }

/** Whether block `number` is stored and is the parent of the stored block `number + 1`. */
export type IsLinked = (number: number) => boolean

/**
 * The intervals after blocks `added` were stored. An added block may replace others, so every border of `added` is looked
 * at: where the blocks on both sides link, the intervals become one, else they end there. Disjoint and ascending.
 */
export const withAdded = (
  intervals: readonly BlockInterval[],
  added: BlockInterval,
  isLinked: IsLinked,
): BlockInterval[] => {
  const pieces = [...without(intervals, added), added].sort((a, b) => a.first - b.first)
  const merged: BlockInterval[] = []
  for (const piece of pieces) {
    const before = merged.at(-1)
    const touchesAdded = before?.last === added.last || piece.first === added.first
    if (before && before.last + 1 === piece.first && touchesAdded && isLinked(before.last)) before.last = piece.last
    else merged.push({ ...piece })
  }
  return merged
}

/** The intervals after blocks `removed` were deleted. */
export const without = (intervals: readonly BlockInterval[], removed: BlockInterval): BlockInterval[] =>
  intervals
    .flatMap(({ first, last }) => [
      { first, last: Math.min(last, removed.first - 1) },
      { first: Math.max(first, removed.last + 1), last },
    ])
    .filter(({ first, last }) => first <= last)
