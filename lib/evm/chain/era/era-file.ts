import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { accumulatorRoot, eraBlocksMax, type HeaderRecord } from './accumulator.ts'
import { createEntryReader, type Entry, type EntryReader, entryTypes, requireType } from './decode-blocks.ts'
import { EraFault, eraHeader, unframed } from './rlp-items.ts'

/**
 * The entries of a file by what they contain, each list in the order of the blocks. An era1 file has them block by block, an ere file list by
 * list; total difficulties and proofs may be missing there.
 */
type Sections = {
  headers: readonly Entry[]
  bodies: readonly Entry[]
  receipts: readonly Entry[]
  totals: readonly Entry[]
  proofs: readonly Entry[]
  accumulator: Entry | undefined
  index: Entry
}

/** Reads the headers of all entries. @throws EraFault unless each block has each of its entries */
const readSections = async (reader: EntryReader): Promise<Sections> => {
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

type Position = { number: number; hash: Hex; parentHash: Hex }

const headerBytesMax = 16 * 1024
const totalBytes = 32

/**
 * Headers that link, with the accumulator of those from before the merge, which have a difficulty (EIP-3675). Without their total
 * difficulties it cannot be computed. @throws EraFault
 */
const readHeaders = async (reader: EntryReader, { headers: entries, totals, accumulator }: Sections) => {
  const headers: Position[] = []
  const records: HeaderRecord[] = []
  let totalBefore: bigint | undefined
  for (const [at, entry] of entries.entries()) {
    const { difficulty, ...header } = await readHeader(reader, entry)
    refuseUnlinked(header, headers.at(-1))
    headers.push(header)
    const totalEntry = totals[at]
    if (!totalEntry) continue
    const total = await readTotal(reader, totalEntry)
    const below = header.number === 0 ? 0n : totalBefore
    if (below !== undefined && total.value !== below + difficulty)
      throw new EraFault(`block ${header.number}: its total difficulty is not that of its parent and its own`)
    totalBefore = total.value
    if (difficulty > 0n) records.push({ hash: Buffer.from(header.hash.slice(2), 'hex'), totalDifficulty: total.bytes })
  }
  if (records.length === 0) return { headers, accumulator: undefined }
  const computed = accumulatorRoot(records)
  const stated = accumulator && toHex(await reader.bytes(accumulator.dataStart, accumulator.end))
  if (stated !== undefined && stated !== computed) throw new EraFault('its accumulator does not match its blocks')
  return { headers, accumulator: computed }
}

const readHeader = async (reader: EntryReader, entry: Entry): Promise<Position & { difficulty: bigint }> => {
  const header = eraHeader(unframed(await reader.bytes(entry.dataStart, entry.end), headerBytesMax))
  return {
    number: Number(header.number),
    hash: header.hash,
    parentHash: header.parentHash,
    difficulty: BigInt(header.difficulty),
  }
}

const refuseUnlinked = ({ number, parentHash }: Position, before: Position | undefined): void => {
  if (!Number.isSafeInteger(number)) throw new EraFault('it has a block without a valid number')
  if (!before || (before.number + 1 === number && before.hash === parentHash)) return
  throw new EraFault(`block ${number} does not follow block ${before.number}`)
}

const readTotal = async (reader: EntryReader, { dataStart, end }: Entry) => {
  const bytes = Uint8Array.from(await reader.bytes(dataStart, end))
  if (bytes.length !== totalBytes) throw new EraFault(`the total difficulty at byte ${dataStart} is not a number`)
  return { bytes, value: BigInt(toHex(bytes.toReversed())) }
}

const wordBytes = 8

/**
 * The last entry of a file: number of the first block, positions of the entries of each relative to this one, and the count of blocks. An
 * era1 file states the position of the header alone. An ere file states those of all entries, of which writers order the optional ones
 * differently, and how many a block has. @throws EraFault if it does not fit the blocks
 */
const checkIndex = async (reader: EntryReader, sections: Sections, first: number): Promise<void> => {
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

/** A block of a file, with its entries for header, body and receipts, which have so many `bytes`. */
export type EraBlock = { number: number; hash: Hex; parentHash: Hex; entries: readonly Entry[]; bytes: number }

/**
 * A file whose headers link, and match its accumulator if it has one: ere files only have it for blocks from before the merge. Bodies and
 * receipts are not read yet.
 */
export type EraFile = {
  name: string
  blocks: readonly EraBlock[]
  first: EraBlock
  last: EraBlock
  accumulator: Hex | undefined
  /** The entries of some of its blocks in a row. */
  read(blocks: readonly EraBlock[]): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

/** Opens an era1 or ere file and verifies its headers. @throws EraFault */
export const openEraFile = async (path: string): Promise<EraFile> => {
  const name = basename(path)
  const file = await open(path).catch((cause) => {
    throw new EraFault(`${path}: it cannot be read`, { cause })
  })
  try {
    const reader = await createEntryReader(file)
    const sections = await readSections(reader)
    const { headers, accumulator } = await readHeaders(reader, sections)
    const blocks = headers.map((header, at) => blockOf(header, sections, at))
    const [first, last] = [blocks[0], blocks.at(-1)]
    if (!first || !last) throw new EraFault('it has no blocks')
    await checkIndex(reader, sections, first.number)
    const read = (some: readonly EraBlock[]) =>
      readEntries(
        file,
        some.flatMap(({ entries }) => entries),
      )
    return { name, blocks, first, last, accumulator, read, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error instanceof EraFault ? new EraFault(`${name}: ${error.message}`, { cause: error.cause }) : error
  }
}

const blockOf = (
  header: Pick<EraBlock, 'number' | 'hash' | 'parentHash'>,
  sections: Sections,
  at: number,
): EraBlock => {
  const entries = [sections.headers, sections.bodies, sections.receipts].flatMap((section) => section[at] ?? [])
  return { ...header, entries, bytes: entries.reduce((sum, { start, end }) => sum + end - start, 0) }
}

/** Entries closer together than this are read at once: in an era1 file, all of some blocks in a row; in an ere file, all of a section. */
const gapBytesMax = 4_096

/** One entry after the other, in the order given. */
const readEntries = async (file: FileHandle, entries: readonly Entry[]): Promise<Uint8Array<ArrayBuffer>> => {
  let bytes = 0
  const places = entries.map(({ start, end }) => {
    const place = { start, end, to: bytes }
    bytes += end - start
    return place
  })
  const wanted = new Uint8Array(bytes)
  for (const run of runsOf(places.sort((a, b) => a.start - b.start))) {
    const from = run[0]?.start ?? 0
    const part = Buffer.alloc((run.at(-1)?.end ?? from) - from)
    const { bytesRead } = await file.read(part, 0, part.length, from)
    if (bytesRead < part.length) throw new EraFault('it changed while it was read')
    for (const { start, end, to } of run) wanted.set(part.subarray(start - from, end - from), to)
  }
  return wanted
}

const runsOf = <Place extends { start: number; end: number }>(places: readonly Place[]): Place[][] => {
  const runs: Place[][] = []
  for (const place of places) {
    const run = runs.at(-1)
    if (run && place.start - (run.at(-1)?.end ?? 0) <= gapBytesMax) run.push(place)
    else runs.push([place])
  }
  return runs
}
