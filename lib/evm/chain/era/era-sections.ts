import { eraBlocksMax } from './accumulator.ts'
import { type Entry, type EntryReader, entryTypes, requireType } from './entries.ts'
import { EraFault } from './era-fault.ts'

/**
 * The entries of a file by what they contain, each list in the order of the blocks. An era1 file has them block by block, an ere file list by
 * list; total difficulties and proofs may be missing there.
 */
export type Sections = {
  headers: readonly Entry[]
  bodies: readonly Entry[]
  receipts: readonly Entry[]
  totals: readonly Entry[]
  proofs: readonly Entry[]
  accumulator: Entry | undefined
  index: Entry
}

/** Reads the headers of all entries. @throws EraFault unless each block has each of its entries */
export const readSections = async (reader: EntryReader): Promise<Sections> => {
  const version = requireType(await reader.entry(0), 'version')
  if (version.end !== version.dataStart) throw new EraFault('it is not an era1 or ere file')
  const byType = new Map<number, Entry[]>()
  let entry = await reader.entry(version.end)
  while (!isIndex(entry)) {
    const same = byType.get(entry.type) ?? []
    if (same.push(entry) > eraBlocksMax) throw new EraFault(`it has more than ${eraBlocksMax} blocks`)
    byType.set(entry.type, same)
    entry = await reader.entry(entry.end)
  }
  if (entry.end !== reader.fileBytes) throw new EraFault('it continues after its block index')
  const of = (name: keyof typeof entryTypes): Entry[] => byType.get(entryTypes[name]) ?? []
  const isEra1 = entry.type === entryTypes.blockIndex
  const sections = {
    headers: of('header'),
    bodies: of('body'),
    receipts: of(isEra1 ? 'receipts' : 'slimReceipts'),
    totals: of('totalDifficulty'),
    proofs: of('proof'),
    accumulator: of('accumulator')[0],
    index: entry,
  }
  if (isEra1) requireType(sections.accumulator ?? entry, 'accumulator')
  else if (sections.receipts.length === 0)
    throw new EraFault('it has no receipts, from which transfers are read: its profile is noreceipts')
  requireEach(sections, isEra1)
  return sections
}

const isIndex = ({ type }: Entry): boolean => type === entryTypes.blockIndex || type === entryTypes.dynamicIndex

const requireEach = ({ headers, ...others }: Sections, isEra1: boolean): void => {
  const expected = { bodies: others.bodies, receipts: others.receipts, 'total difficulties': others.totals }
  for (const [words, entries] of Object.entries({ ...expected, proofs: others.proofs })) {
    const mayLack = words === 'proofs' || (words === 'total difficulties' && !isEra1)
    if (entries.length === headers.length || (mayLack && entries.length === 0)) continue
    throw new EraFault(`it has ${headers.length} blocks but ${words} of ${entries.length}`)
  }
}
