/**
 * Blocks first..last, both ends included. A list of ranges is ascending and disjoint, with adjacent ranges joined
 * unless stated otherwise.
 */
export type BlockRange = { first: number; last: number }

/** Merges ranges into one ordered list; empty ones (`last` before `first`) are dropped. */
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

/** The parts of `ranges` that are not in `removed`. */
export const subtractRanges = (ranges: readonly BlockRange[], removed: readonly BlockRange[]): BlockRange[] =>
  cutRanges(mergeRanges(ranges), removed)

/** The same for ranges whose neighbours must stay separate. */
export const cutRanges = (ranges: readonly BlockRange[], removed: readonly BlockRange[]): BlockRange[] => {
  const gone = mergeRanges(removed)
  return ranges.flatMap((range) => {
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

/** Adds a range, joining ranges only if their blocks link, because a reorg may have replaced the blocks of one of them. */
export const addLinkedRange = (
  ranges: readonly BlockRange[],
  added: BlockRange,
  { linksBelow, linksAbove }: { linksBelow: boolean; linksAbove: boolean },
): BlockRange[] => {
  const others = cutRanges(ranges, [added])
  const below = linksBelow ? others.find(({ last }) => last === added.first - 1) : undefined
  const above = linksAbove ? others.find(({ first }) => first === added.last + 1) : undefined
  const joined = { first: below?.first ?? added.first, last: above?.last ?? added.last }
  return [...others.filter((other) => other !== below && other !== above), joined].sort((a, b) => a.first - b.first)
}

/** The parts of `a` that are in `b` too. */
export const intersectRanges = (a: readonly BlockRange[], b: readonly BlockRange[]): BlockRange[] =>
  subtractRanges(a, subtractRanges(a, b))

export const coversRange = (ranges: readonly BlockRange[], range: BlockRange): boolean =>
  subtractRanges([range], ranges).length === 0

export const countBlocks = (ranges: readonly BlockRange[]): number =>
  mergeRanges(ranges).reduce((count, { first, last }) => count + last - first + 1, 0)
