import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** The body went over its bound. */
export class BodyTooLarge extends Error {}

/** Reads a body, undoing its compression; stops as soon as what is read, unpacked, goes over `bytesMax`. */
export async function readBody(body: Readable, encoding: string | undefined, bytesMax: number): Promise<string> {
  const unpacked = unpack(body, encoding)
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of unpacked) {
      const part: Buffer = chunk
      bytes += part.length
      if (bytes > bytesMax) throw new BodyTooLarge()
      chunks.push(part)
    }
  } finally {
    body.destroy()
  }
  const [first] = chunks
  return chunks.length === 1 && first ? first.toString('utf8') : Buffer.concat(chunks, bytes).toString('utf8')
}

function unpack(body: Readable, encoding: string | undefined): Readable {
  const unpacker = unpackerOf(encoding)
  if (!unpacker) return body
  // A broken connection must end the unpacker as well, or the reader would wait for ever.
  body.on('error', (error) => unpacker.destroy(error))
  return body.pipe(unpacker)
}

function unpackerOf(encoding: string | undefined) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'br') return createBrotliDecompress()
  return encoding === 'deflate' ? createInflate() : undefined
}
