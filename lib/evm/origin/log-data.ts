import { toHex, toInteger } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'

export const wordLength = 32

/** The word of ABI-encoded data at an index; undefined if the data ends before it. */
export const wordAt = (data: Uint8Array, index: number): bigint | undefined => {
  const word = data.subarray(index * wordLength, (index + 1) * wordLength)
  return word.length === wordLength ? toInteger(word) : undefined
}

/** The only value of a log's data, `bytes`; undefined if the data is not encoded so. */
export const onlyBytes = (data: Uint8Array): Uint8Array | undefined => {
  const [offset, length] = [wordAt(data, 0), wordAt(data, 1)]
  if (offset !== BigInt(wordLength) || length === undefined || length > BigInt(data.length - 2 * wordLength))
    return undefined
  return data.subarray(2 * wordLength, 2 * wordLength + Number(length))
}

/** The address in a word, whose other bytes are not looked at. */
export const addressOfWord = (word: Uint8Array): Hex => toHex(word.subarray(-20))

/** As many bytes, the lowest ones of a longer number. */
export const bytesHex = (value: bigint, bytes = wordLength): Hex => {
  const digits = value.toString(16).padStart(2 * bytes, '0')
  return `0x${digits.slice(-2 * bytes)}`
}
