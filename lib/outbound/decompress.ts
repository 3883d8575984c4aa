import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib'
import { toDigits } from '#lib/base/bytes.ts'

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

/**
 * The decompressed body of a node; undefined for an unknown encoding, or several in a row. A failure of the body is
 * thrown where the result is read, and destroying the result destroys the body.
 */
export const decompressed = (body: Readable, contentEncoding: string): Readable | undefined => {
  const encoding = contentEncoding.trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return body
  return isKnown(encoding) ? pipeline(body, decoders[encoding](), () => {}) : undefined
}

const isKnown = (encoding: string): encoding is keyof typeof decoders => Object.hasOwn(decoders, encoding)

/**
 * The body of a stranger's response without its wrappings. Object stores keep whatever was once sent to them: names that
 * are no coding (`aws-chunked`, `utf-8`) are skipped, several codings undone in reverse (RFC 9110, §8.4), and what the
 * first bytes say outweighs the header, as gzip may be missing there, or named for plain text.
 */
export const unwrapped = (body: Readable, contentEncoding: string): Readable => {
  const codings = contentEncoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name === 'br' || name === 'deflate')
    .slice(-codingsMax)
    .reverse()
  let parts: AsyncIterable<Uint8Array> = undone(body, startOnly)
  for (const coding of codings) parts = undone(parts, (start) => startOnly(start) ?? named(coding, start))
  if (codings.length > 0) parts = undone(parts, startOnly)
  const read = Readable.from(parts, { objectMode: false })
  // A reader that has enough, or gives up, need not wait for the next part.
  read.once('close', () => body.destroy())
  return read
}

const codingsMax = 3
const startBytes = 4

/** The coding that the first bytes belong to: RFC 1952 and RFC 8878. */
const startOnly = (start: Uint8Array): Transform | undefined => {
  const hex = toDigits(start.subarray(0, startBytes))
  if (hex.startsWith('1f8b08')) return createGunzip()
  return hex === '28b52ffd' ? createZstdDecompress() : undefined
}

/** `deflate` with and without the frame of zlib (RFC 1950), as browsers accept it; Brotli has no mark of its own. */
const named = (coding: string, [first = 0, second = 0]: Uint8Array): Transform | undefined => {
  if (coding === 'br') return createBrotliDecompress()
  if ((first & 0x0f) === 8 && (first * 256 + second) % 31 === 0) return createInflate()
  const isText = first === 0x7b || first === 0x5b || first === 0x3c
  return isText ? undefined : createInflateRaw()
}

async function* undone(
  source: AsyncIterable<Uint8Array>,
  choose: (start: Uint8Array) => Transform | undefined,
): AsyncGenerator<Uint8Array> {
  const parts = source[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  let isDone = false
  while (length < startBytes && !isDone) {
    const { done, value } = await parts.next()
    isDone = done === true
    if (isDone) break
    first.push(value)
    length += value.length
  }
  const start = Buffer.concat(first)
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield start
      while (!isDone) {
        const { done, value } = await parts.next()
        if (done) return
        yield value
      }
    } finally {
      await parts.return?.()
    }
  }
  if (length === 0) return
  const decoder = choose(start)
  if (decoder) yield* pipeline(Readable.from(whole(), { objectMode: false }), decoder, () => {})
  else yield* whole()
}
