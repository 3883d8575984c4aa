import { type BlockRange, mergeRanges, subtractRanges } from '#lib/indexing/intervals.ts'

/** The blocks that the nodes were found not to have. */
export type MissingBlocks = {
  /** The result of a search for the first block that they have in a range. */
  note(range: BlockRange, found: number | undefined): void
  /** A sentence for the operator; undefined if none is missing. */
  notice(): string | undefined
}

const namedMax = 3

export const createMissingBlocks = (): MissingBlocks => {
  let missing: BlockRange[] = []
  return {
    note: (range, found = range.last + 1) => {
      const before = { first: range.first, last: found - 1 }
      const there = subtractRanges(missing, [range])
      missing = before.first <= before.last ? mergeRanges([...there, before]) : there
    },
    notice: () => {
      if (missing.length === 0) return undefined
      const named = missing
        .slice(0, namedMax)
        .map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`))
      const more = missing.length > namedMax ? ` and others` : ''
      return `No node of this chain has blocks ${named.join(', ')}${more}: they are not indexed.`
    },
  }
}
