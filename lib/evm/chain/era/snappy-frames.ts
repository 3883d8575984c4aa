import { createCRC32 } from 'hash-wasm'
import { uncompress } from 'snappyjs'
import { EraFault } from './era-fault.ts'

/*
 * The framing format of Snappy (framing_format.txt of its repository): chunks of a type, a length of three bytes, and data that begins
 * with a checksum of what it contains.
 */

const castagnoli = 0x82f63b78
const hasher = await createCRC32(castagnoli)

const chunkTypes = { compressed: 0x00, plain: 0x01, firstSkippable: 0x80, identifier: 0xff }
const chunkHeaderBytes = 4
const checksumBytes = 4
const chunkBytesMax = 65_536
const identifier = Buffer.from('sNaPpY')

/** The uncompressed bytes. @throws EraFault if they are damaged, or more than `bytesMax` */
export const unframed = (framed: Buffer, bytesMax: number): Buffer => {
  if (framed[0] !== chunkTypes.identifier) throw new EraFault('its data is not framed Snappy')
  const parts: Buffer[] = []
  let bytes = 0
  for (let at = 0; at < framed.length; ) {
    const start = at + chunkHeaderBytes
    if (start > framed.length) throw damaged()
    const type = framed.readUInt8(at)
    const end = start + framed.readUIntLE(at + 1, 3)
    if (end > framed.length) throw damaged()
    const part = partOf(type, framed.subarray(start, end))
    if (part) parts.push(part)
    bytes += part?.length ?? 0
    if (bytes > bytesMax) throw new EraFault(`its data is more than ${bytesMax} bytes when uncompressed`)
    at = end
  }
  const [only] = parts
  return parts.length === 1 && only ? only : Buffer.concat(parts)
}

/** Undefined for a chunk without data. */
const partOf = (type: number, data: Buffer): Buffer | undefined => {
  if (type === chunkTypes.identifier && data.equals(identifier)) return undefined
  if (type >= chunkTypes.firstSkippable && type !== chunkTypes.identifier) return undefined
  const isKnown = type === chunkTypes.compressed || type === chunkTypes.plain
  if (!isKnown || data.length < checksumBytes) throw damaged()
  const rest = data.subarray(checksumBytes)
  const part = type === chunkTypes.plain ? rest : uncompressed(rest)
  if (part.length > chunkBytesMax || data.readUInt32LE(0) !== maskedChecksum(part)) throw damaged()
  return part
}

const uncompressed = (data: Buffer): Buffer => {
  try {
    return uncompress(data, chunkBytesMax)
  } catch (cause) {
    throw damaged(cause)
  }
}

/** CRC-32C, rotated and added to, so that a checksum of data that has checksums is not weak. */
export const maskedChecksum = (bytes: Buffer): number => {
  const checksum = Number.parseInt(hasher.init().update(bytes).digest('hex'), 16)
  return (((checksum >>> 15) | (checksum << 17)) + 0xa282ead8) >>> 0
}

const damaged = (cause?: unknown): EraFault => new EraFault('its compressed data is damaged', { cause })
