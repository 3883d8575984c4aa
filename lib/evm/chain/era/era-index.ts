import { type EntryReader, entryTypes } from './entries.ts'
import { EraFault } from './era-fault.ts'
import type { Sections } from './era-sections.ts'

const wordBytes = 8

/**
 * The last entry of a file: number of the first block, positions of the entries of each relative to this one, and the count of blocks. An
 * era1 file states the position of the header alone. An ere file states those of all entries, of which writers order the optional ones
 * differently, and how many a block has. @throws EraFault if it does not fit the blocks
 */
export const checkIndex = async (reader: EntryReader, sections: Sections, first: number): Promise<void> => {
  const { headers, bodies, receipts, totals, proofs, index } = sections
  const isEra1 = index.type === entryTypes.blockIndex
  const placed = (isEra1 ? [headers] : [headers, bodies, receipts, totals, proofs]).filter(({ length }) => length > 0)
  const positions = headers.flatMap((_, at) =>
    ascending(placed.map((entries) => (entries[at]?.start ?? 0) - index.start)),
  )
  const expected = [first, ...positions, ...(isEra1 ? [] : [placed.length]), headers.length]

  const bytes = await reader.bytes(index.dataStart, index.end)
  const words = Array.from({ length: Math.floor(bytes.length / wordBytes) }, (_, at) =>
    Number(bytes.readBigInt64LE(at * wordBytes)),
  )
  const found = headers.flatMap((_, at) => ascending(words.slice(1 + at * placed.length, 1 + (at + 1) * placed.length)))
  const stated = [words[0], ...found, ...words.slice(1 + positions.length)]
  const isSame = stated.length === expected.length && expected.every((word, at) => word === stated[at])
  if (!isSame || bytes.length % wordBytes !== 0) throw new EraFault('its block index does not match its blocks')
}

const ascending = (words: readonly number[]): number[] => words.toSorted((a, b) => a - b)
