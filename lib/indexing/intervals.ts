/** Blocks first..last, both ends included. A list of ranges is kept ascending, disjoint, and with neighbours joined. */
export type BlockRange = { first: number; last: number }

/** Any ranges as one list in order; empty ones (`last` before `first`) leave no trace. */
export const mergeRanges = (ranges: readonly BlockRange[]): BlockRange[] => {
  const merged: BlockRange[] = []
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    if (last < first) continue
    const before = merged.at(-1)
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last)
    else merged.push({ first, last })
  }
  return merged
}

export const addRange = (ranges: readonly BlockRange[], added: BlockRange): BlockRange[] =>
  mergeRanges([...ranges, added])

/** What of `ranges` is not in `removed`. */
export const subtractRanges = (ranges: readonly BlockRange[], removed: readonly BlockRange[]): BlockRange[] => {
  const gone = mergeRanges(removed)
  return mergeRanges(ranges).flatMap((range) => {
    const left: BlockRange[] = []
    let first = range.first
    for (const { first: from, last: to } of gone) {
      if (to < first || from > range.last) continue
      if (from > first) left.push({ first, last: from - 1 })
      first = to + 1
    }
    if (first <= range.last) left.push({ first, last: range.last })
    return left
  })
}

/** What is in both. */
export const intersectRanges = (a: readonly BlockRange[], b: readonly BlockRange[]): BlockRange[] =>
  subtractRanges(a, subtractRanges(a, b))

export const coversRange = (ranges: readonly BlockRange[], range: BlockRange): boolean =>
  subtractRanges([range], ranges).length === 0

export const countBlocks = (ranges: readonly BlockRange[]): number =>
  mergeRanges(ranges).reduce((count, { first, last }) => count + last - first + 1, 0)
