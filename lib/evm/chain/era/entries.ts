import type { FileHandle } from 'node:fs/promises'
import { EraFault } from './era-fault.ts'

/*
 * Entries of an e2store file (github.com/status-im/nimbus-eth2, docs/e2store.md): a header of type (2 bytes), length (4) and zeros (2),
 * all little-endian, then the data. The types are those of era1 and ere (github.com/eth-clients/e2store-format-specs, formats).
 */

export const entryTypes = {
  version: 0x3265,
  header: 0x03,
  body: 0x04,
  receipts: 0x05,
  totalDifficulty: 0x06,
  accumulator: 0x07,
  slimReceipts: 0x0a,
  proof: 0x0b,
  blockIndex: 0x3266,
  dynamicIndex: 0x3267,
} as const

export type EntryName = keyof typeof entryTypes

const entryNames: Record<EntryName, string> = {
  version: 'version',
  header: 'header',
  body: 'body',
  receipts: 'receipts',
  totalDifficulty: 'total difficulty',
  accumulator: 'accumulator',
  slimReceipts: 'slim receipts',
  proof: 'proof',
  blockIndex: 'block index',
  dynamicIndex: 'dynamic block index',
}

/** `start` is the position of its header in the file; its data is from `dataStart` to `end`. */
export type Entry = { type: number; start: number; dataStart: number; end: number }

export const entryHeaderBytes = 8
/** Of one entry. The largest blocks have a few megabytes. */
const entryBytesMax = 64 * 1024 * 1024
const windowBytes = 256 * 1024

/** The entry whose header is at the front of `header`. @throws EraFault */
export const entryAt = (header: Buffer, start: number, fileBytes: number): Entry => {
  if (header.length < entryHeaderBytes) throw cutOff(fileBytes)
  const bytes = header.readUInt32LE(2)
  if (header.readUInt16LE(6) !== 0) throw new EraFault(`the entry at byte ${start} has no valid header`)
  if (bytes > entryBytesMax) throw new EraFault(`the entry at byte ${start} has ${bytes} bytes: too many`)
  const dataStart = start + entryHeaderBytes
  if (dataStart + bytes > fileBytes) throw cutOff(fileBytes)
  return { type: header.readUInt16LE(0), start, dataStart, end: dataStart + bytes }
}

export const requireType = (entry: Entry, ...names: EntryName[]): Entry => {
  if (names.some((name) => entry.type === entryTypes[name])) return entry
  const expected = names.map((name) => entryNames[name]).join(' or ')
  throw new EraFault(`the entry at byte ${entry.start} is not a ${expected}`)
}

const cutOff = (fileBytes: number): EraFault => new EraFault(`it is cut off at byte ${fileBytes}`)

export type EntryReader = {
  fileBytes: number
  /** The entry at a position. @throws EraFault if the file ends before it */
  entry(start: number): Promise<Entry>
  /** Bytes `start` to `end`, without the last. */
  bytes(start: number, end: number): Promise<Buffer>
}

/** Reads a file by position, through a window: headers of entries are small. */
export const createEntryReader = async (file: FileHandle): Promise<EntryReader> => {
  const { size: fileBytes } = await file.stat()
  let window = { start: 0, data: Buffer.alloc(0) }
  const bytes: EntryReader['bytes'] = async (start, end) => {
    const { start: from, data } = window
    if (start >= from && end <= from + data.length) return data.subarray(start - from, end - from)
    const wanted = Buffer.alloc(Math.min(Math.max(end - start, windowBytes), Math.max(0, fileBytes - start)))
    const { bytesRead } = await file.read(wanted, 0, wanted.length, start)
    window = { start, data: wanted.subarray(0, bytesRead) }
    return window.data.subarray(0, end - start)
  }
  return {
    fileBytes,
    bytes,
    entry: async (start) => entryAt(await bytes(start, start + entryHeaderBytes), start, fileBytes),
  }
}
