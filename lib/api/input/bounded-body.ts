/** A body is longer than the caller accepts. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/**
 * Reads a body of at most `bytesMax` bytes, counted as they arrive, whatever length was announced. `onPart` is called with
 * each part. Leaving early ends the source without waiting for it: a stream may take its time to end.
 * @throws BodyTooLarge
 */
export const readBounded = async (
  body: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
  onPart?: (part: Uint8Array) => void,
): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of boundedParts(body, bytesMax)) {
    parts.push(part)
    onPart?.(part)
  }
  const [first] = parts
  // A body that arrives whole is not copied.
  return parts.length === 1 && first
    ? Buffer.from(first.buffer, first.byteOffset, first.byteLength)
    : Buffer.concat(parts)
}

/** The chunks of a body, up to its limit. @throws BodyTooLarge */
export async function* boundedParts(
  body: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const parts = body[Symbol.asyncIterator]()
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await parts.next()
      if (done) return
      bytes += value.byteLength
      if (bytes > bytesMax) throw new BodyTooLarge()
      yield value
    }
  } finally {
    parts.return?.().catch(() => undefined)
  }
}
