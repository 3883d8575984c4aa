/** Longer words are cut. */
const wordBytesMax = 48
const wordsMax = 8

/** The bytes of a text as stored and searched: UTF-8, without case and compatibility variants (NFKC). */
export const nameWordBytes = (text: string): Uint8Array =>
  new TextEncoder().encode(text.normalize('NFKC').toLowerCase().trim()).subarray(0, wordBytesMax)

/** The search terms of a thing: its symbol, and its name from the start of each word. */
export const nameWords = ({ name, symbol }: { name: string | null; symbol: string | null }): Uint8Array[] => {
  const texts = [symbol ?? '']
  for (const { index } of (name ?? '').matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)) texts.push(name?.slice(index) ?? '')
  const words = new Map(texts.slice(0, wordsMax).map((text) => [nameWordBytes(text).join(), nameWordBytes(text)]))
  return [...words.values()].filter((word) => word.length > 0)
}

/** The end of the range of words that start with the prefix: this byte does not occur in UTF-8, so it sorts above any continuation. */
export const wordsEnd = (prefix: Uint8Array): Uint8Array => Buffer.concat([prefix, Buffer.of(0xff)])

export const startsWith = (word: Uint8Array, prefix: Uint8Array): boolean =>
  Buffer.compare(word.subarray(0, prefix.length), prefix) === 0
