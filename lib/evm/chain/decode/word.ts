import type { Hex } from '#lib/base/hex.ts'

const digitsPerWord = 64
const addressPadding = '0'.repeat(24)

/** The 32-byte words of some data. */
export const wordCount = (data: Hex): number => Math.floor((data.length - 2) / digitsPerWord)

/** The uint256 that starts at a byte; the data must reach that far. */
export const uintAt = (data: Hex, byte = 0): bigint => {
  const start = 2 + byte * 2
  return BigInt(`0x${data.slice(start, start + digitsPerWord)}`)
}

/**
 * The address in a topic, or in the word that starts at a byte of data. Undefined if the upper 12 bytes are not zero or
 * the data ends before: it is then a number or a hash, whose low 20 bytes are not an account.
 */
export const addressAt = (data: Hex, byte = 0): Uint8Array | undefined => {
  const start = 2 + byte * 2
  if (!data.startsWith(addressPadding, start) || data.length < start + digitsPerWord) return undefined
  return Buffer.from(data.slice(start + addressPadding.length, start + digitsPerWord), 'hex')
}
