import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

/**
 * The body without its compression; undefined for an encoding that is not known, among them several in a row. A failure of
 * the body is thrown where the result is read, and ending the result ends the body.
 */
export const decompressed = (body: Readable, contentEncoding: string): Readable | undefined => {
  const encoding = contentEncoding.trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return body
  return isKnown(encoding) ? pipeline(body, decoders[encoding](), () => {}) : undefined
}

const isKnown = (encoding: string): encoding is keyof typeof decoders => Object.hasOwn(decoders, encoding)
