import { boundedParts } from '#lib/api/input/bounded-body.ts'

/** The beginning of a file, enough to detect its type. */
const startBytes = 4 * 1024

/** Reads a body of at most `bytesMax` bytes, or only its beginning if `isEnough` accepts it. @throws BodyTooLarge */
export const readBodyOrStart = async (
  body: AsyncIterable<Uint8Array>,
  { bytesMax, isEnough }: { bytesMax: number; isEnough?: (start: Uint8Array) => boolean },
): Promise<{ body: Uint8Array; isCut: boolean }> => {
  const parts: Uint8Array[] = []
  let length = 0
  let isChecked = isEnough === undefined
  for await (const part of boundedParts(body, bytesMax)) {
    length += part.length
    parts.push(part)
    if (isChecked || length < startBytes) continue
    isChecked = true
    const start = Buffer.concat(parts, length)
    if (isEnough?.(start)) return { body: start, isCut: true }
  }
  return { body: Buffer.concat(parts, length), isCut: false }
}
