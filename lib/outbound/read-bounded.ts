import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { discard } from './discard.ts'
import { OutboundError } from './outbound-error.ts'

/** Encodings that are undone; a body in layers of several is refused. */
const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

/**
 * The whole body, decompressed, of at most `bytesMax` bytes: a small body that unpacks to a huge one is given up at the bound.
 * @throws OutboundError `unsupported_media`.
 */
export const readBounded = async (body: Readable, encoding: string, bytesMax: number): Promise<Uint8Array> => {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of decoded(body, encoding.trim().toLowerCase())) {
    length += part.length
    if (length > bytesMax) throw new OutboundError('unsupported_media', `It is larger than ${bytesMax} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts, length)
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
