export type Hex = `0x${string}`

const viewOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The bytes of 0x and an even number of hex digits. */
export const toBytes = (hex: string): Uint8Array => Buffer.from(hex.slice(2), 'hex')

/** Lower-case hex with 0x. */
export const toHex = (bytes: Uint8Array): Hex => `0x${toDigits(bytes)}`

/** Lower-case hex digits without 0x. */
export const toDigits = (bytes: Uint8Array): string => viewOf(bytes).toString('hex')

/** The unsigned integer that big-endian bytes are; 0 for none. */
export const toInteger = (bytes: Uint8Array): bigint => BigInt(`0x0${toDigits(bytes)}`)

const wordDigits = 64

/** The 64 digits of a 32-byte word: an unsigned integer, or hex with 0x (an address, a hash), padded on the left. */
export const wordDigitsOf = (value: number | bigint | string): string =>
  (typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(wordDigits, '0')
