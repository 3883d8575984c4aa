import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { hexOf } from '#lib/encoding/keccak.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import { accumulatorRoot, eraBlocksMax, type HeaderRecord } from './accumulator.ts'
import { createEntryReader, type Entry, type EntryReader, entryTypes, requireType } from './entries.ts'
import { EraFault } from './era-fault.ts'
import { eraHeader } from './era-header.ts'
import { unframed } from './snappy-frames.ts'

/** A block of a file; its entries are from `start` to `end`. */
export type EraBlock = { number: number; hash: Hex; parentHash: Hex; start: number; end: number }

/** A file whose headers link, and match its accumulator. Bodies and receipts are not read yet. */
export type EraFile = {
  name: string
  blocks: readonly EraBlock[]
  first: EraBlock
  last: EraBlock
  accumulator: Hex
  /** The entries of some of its blocks in a row. */
  read(blocks: readonly EraBlock[]): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

const headerBytesMax = 16 * 1024
const wordBytes = 32
const offsetBytes = 8

/** Opens a file and verifies its headers. @throws EraFault */
export const openEraFile = async (path: string): Promise<EraFile> => {
  const name = basename(path)
  const file = await open(path).catch((cause) => {
    throw new EraFault(`${path}: it cannot be read`, { cause })
  })
  try {
    const { blocks, accumulator } = await readHeaders(await createEntryReader(file))
    const [first, last] = [blocks[0], blocks.at(-1)]
    if (!first || !last) throw new EraFault('it has no blocks')
    return { name, blocks, first, last, accumulator, read: (some) => readBlocks(file, some), close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error instanceof EraFault ? new EraFault(`${name}: ${error.message}`, { cause: error.cause }) : error
  }
}

const readHeaders = async (reader: EntryReader) => {
  const version = requireType(await reader.entry(0), 'version')
  if (version.end !== version.dataStart) throw new EraFault('it is not an era1 file')
  const blocks: EraBlock[] = []
  const records: HeaderRecord[] = []
  let at = version.end
  let entry = await reader.entry(at)
  let difficultyBefore: bigint | undefined
  while (entry.type !== entryTypes.accumulator) {
    const { number, hash, parentHash, difficulty } = await readHeader(reader, entry)
    refuseUnlinked({ number, parentHash }, blocks.at(-1))
    const total = await readTotalDifficulty(reader, entry)
    const difficultyBelow = number === 0 ? 0n : difficultyBefore
    if (difficultyBelow !== undefined && total.value !== difficultyBelow + difficulty)
      throw new EraFault(`block ${number}: its total difficulty is not that of its parent and its own`)
    difficultyBefore = total.value
    blocks.push({ number, hash, parentHash, start: entry.start, end: total.end })
    records.push({ hash: Buffer.from(hash.slice(2), 'hex'), totalDifficulty: total.bytes })
    if (blocks.length > eraBlocksMax) throw new EraFault(`it has more than ${eraBlocksMax} blocks`)
    at = total.end
    entry = await reader.entry(at)
  }
  const accumulator = hexOf(await reader.bytes(entry.dataStart, entry.end))
  if (accumulator !== accumulatorRoot(records)) throw new EraFault('its accumulator does not match its blocks')
  await checkIndex(reader, requireType(await reader.entry(entry.end), 'blockIndex'), blocks)
  return { blocks, accumulator }
}

const readHeader = async (reader: EntryReader, entry: Entry) => {
  requireType(entry, 'header')
  const header = eraHeader(unframed(await reader.bytes(entry.dataStart, entry.end), headerBytesMax))
  return {
    number: Number(header.number),
    hash: header.hash,
    parentHash: header.parentHash,
    difficulty: BigInt(header.difficulty),
  }
}

const refuseUnlinked = ({ number, parentHash }: Omit<EraBlock, 'start' | 'end' | 'hash'>, before?: EraBlock): void => {
  if (!Number.isSafeInteger(number)) throw new EraFault('it has a block without a valid number')
  if (!before || (before.number + 1 === number && before.hash === parentHash)) return
  throw new EraFault(`block ${number} does not follow block ${before.number}`)
}

/** Of the block whose header is `header`: the last of its entries. */
const readTotalDifficulty = async (reader: EntryReader, header: Entry) => {
  const body = requireType(await reader.entry(header.end), 'body')
  const receipts = requireType(await reader.entry(body.end), 'receipts')
  const { dataStart, end } = requireType(await reader.entry(receipts.end), 'totalDifficulty')
  const bytes = Uint8Array.from(await reader.bytes(dataStart, end))
  if (bytes.length !== wordBytes) throw new EraFault(`the total difficulty at byte ${dataStart} is not a number`)
  return { bytes, value: BigInt(hexOf(bytes.toReversed())), end }
}

/** The last entry: number of the first block, position of each relative to this entry, count. */
const checkIndex = async (reader: EntryReader, index: Entry, blocks: readonly EraBlock[]): Promise<void> => {
  const expected = [blocks[0]?.number ?? 0, ...blocks.map(({ start }) => start - index.start), blocks.length]
  const bytes = Buffer.alloc(expected.length * offsetBytes)
  for (const [place, value] of expected.entries()) bytes.writeBigInt64LE(BigInt(value), place * offsetBytes)
  if (index.end !== reader.fileBytes) throw new EraFault('it continues after its block index')
  if (!(await reader.bytes(index.dataStart, index.end)).equals(bytes))
    throw new EraFault('its block index does not match its blocks')
}

const readBlocks = async (file: FileHandle, blocks: readonly EraBlock[]): Promise<Uint8Array<ArrayBuffer>> => {
  const start = blocks[0]?.start ?? 0
  const wanted = new Uint8Array((blocks.at(-1)?.end ?? start) - start)
  const { bytesRead } = await file.read(wanted, 0, wanted.length, start)
  if (bytesRead < wanted.length) throw new EraFault('it changed while it was read')
  return wanted
}
