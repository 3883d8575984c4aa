import { hexOf } from '#lib/base/keccak.ts'
import type { Hex } from '#lib/evm/chain/block.ts'
import { accumulatorRoot, type HeaderRecord } from './accumulator.ts'
import type { Entry, EntryReader } from './entries.ts'
import { EraFault } from './era-fault.ts'
import { eraHeader } from './era-header.ts'
import type { Sections } from './era-sections.ts'
import { unframed } from './snappy-frames.ts'

type Position = { number: number; hash: Hex; parentHash: Hex }

const headerBytesMax = 16 * 1024
const totalBytes = 32

/**
 * Headers that link, with the accumulator of those from before the merge, which have a difficulty (EIP-3675). Without their total
 * difficulties it cannot be computed. @throws EraFault
 */
export const readHeaders = async (reader: EntryReader, { headers: entries, totals, accumulator }: Sections) => {
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
  const stated = accumulator && hexOf(await reader.bytes(accumulator.dataStart, accumulator.end))
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
  return { bytes, value: BigInt(hexOf(bytes.toReversed())) }
}
