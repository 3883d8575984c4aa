import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { discard } from './discard.ts'
import { OutboundError } from './outbound-error.ts'

/** Encodings that are undone; a body in layers of several is refused. */
const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

/** As much as the start of a body is: what tells one kind of file from another is in it. */
const startBytes = 4 * 1024

/**
 * The whole body, decompressed, of at most `bytesMax` bytes: a small body that unpacks to a huge one is given up at the bound.
 * Where `isEnough` says so of its start, only that.
 * @throws OutboundError `unsupported_media`.
 */
export const readBounded = async (
  body: Readable,
  encoding: string,
  { bytesMax, isEnough }: { bytesMax: number; isEnough?: (start: Uint8Array) => boolean },
): Promise<{ body: Uint8Array; isCut: boolean }> => {
  const parts: Buffer[] = []
  let length = 0
  let isAsked = isEnough === undefined
  for await (const part of decoded(body, encoding.trim().toLowerCase())) {
    length += part.length
    parts.push(part)
    if (!isAsked && length >= startBytes) {
      isAsked = true
      const start = Buffer.concat(parts, length)
      // Leaving the loop destroys the body.
      if (isEnough?.(start)) return { body: start, isCut: true }
    }
    if (length > bytesMax) throw new OutboundError('unsupported_media', `It is larger than ${bytesMax} bytes.`)
  }
  return { body: Buffer.concat(parts, length), isCut: false }
}

const decoded = (body: Readable, encoding: string): AsyncIterable<Buffer> => {
  if (encoding === '' || encoding === 'identity') return body
  if (!isKnown(encoding)) {
    discard(body)
    throw new OutboundError('unsupported_media', 'It is compressed in an unknown way.')
  }
  // A failure of either stream is thrown by the iteration.
  return pipeline(body, decoders[encoding](), () => {})
}

const isKnown = (encoding: string): encoding is keyof typeof decoders => Object.hasOwn(decoders, encoding)
