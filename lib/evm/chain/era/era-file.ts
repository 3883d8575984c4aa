import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Hex } from '#lib/evm/chain/block.ts'
import { createEntryReader, type Entry } from './entries.ts'
import { EraFault } from './era-fault.ts'
import { checkIndex } from './era-index.ts'
import { readSections, type Sections } from './era-sections.ts'
import { readHeaders } from './read-headers.ts'

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
