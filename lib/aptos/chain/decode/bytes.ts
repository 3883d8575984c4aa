import { wordOf } from '#lib/base/hex.ts'

/** The 32 bytes of an address, table handle or hash in hex (0x and up to 64 digits). */
export const toBytes32 = (hex: string): Uint8Array => Buffer.from(wordOf(hex), 'hex')

const keptMax = 20_000
const kept = new Map<string, Uint8Array>()

/**
 * The same bytes, shared by rows that name the same address: transactions name few addresses often, and what a thread sends once
 * in a message is read once. Not to be written to. A Map that is emptied when it is full: to find one takes 189 ns, with `lru-cache`
 * 331, about as long as computing it again (368).
 */
export const sharedBytes32 = (hex: string): Uint8Array => {
  const known = kept.get(hex)
  if (known !== undefined) return known
  const bytes = toBytes32(hex)
  if (kept.size >= keptMax) kept.clear()
  kept.set(hex, bytes)
  return bytes
}

/** The text, truncated to whole characters within `bytesMax` bytes of UTF-8. */
export const cutToBytes = (text: string, bytesMax: number): string => {
  if (text.length * 3 <= bytesMax) return text
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length <= bytesMax) return text
  let end = bytesMax
  // Bytes 10xxxxxx continue a character that started before.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}
