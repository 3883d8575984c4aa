import type { Hex } from './hex.ts'

/* Bytes and hex on the server; lib/base/hex.ts is for browsers, too, which have no Buffer. */

/** The bytes of 0x and an even number of hex digits. */
export const toBytes = (hex: string): Uint8Array => Buffer.from(hex.slice(2), 'hex')

/** Lower-case hex with 0x. */
export const toHex = (bytes: Uint8Array): Hex => `0x${toDigits(bytes)}`

/** Lower-case hex digits without 0x. */
export const toDigits = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

/** The unsigned integer of big-endian bytes; 0 for none. */
export const toInteger = (bytes: Uint8Array): bigint => BigInt(`0x0${toDigits(bytes)}`)

export const zeroAddressBytes: Uint8Array = new Uint8Array(20)

/** All byte strings of one length that start alike, both ends included. */
export type BytesRange = { first: Uint8Array; last: Uint8Array }

/** Shorter texts are the beginning of too many. */
const prefixDigitsMin = 4

/** The range of ids of `bytes` bytes that start with the text; undefined for a text that is no beginning of one. */
export const hexPrefixRange = (text: string, bytes: number): BytesRange | undefined => {
  const digits = /^\s*0x([0-9a-f]{1,64})\s*$/i.exec(text)?.[1] ?? ''
  if (digits.length < prefixDigitsMin || digits.length > bytes * 2) return undefined
  const padded = (digit: string) => Buffer.from(digits.padEnd(bytes * 2, digit), 'hex')
  return { first: padded('0'), last: padded('f') }
}
