import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

/**
 * The decompressed body; undefined for an unknown encoding, or several in a row. A failure of the body is thrown where
 * the result is read, and destroying the result destroys the body.
 */
export const decompressed = (body: Readable, contentEncoding: string): Readable | undefined => {
  const encoding = contentEncoding.trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return body
  return isKnown(encoding) ? pipeline(body, decoders[encoding](), () => {}) : undefined
}

const isKnown = (encoding: string): encoding is keyof typeof decoders => Object.hasOwn(decoders, encoding)
