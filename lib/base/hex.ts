export type Hex = `0x${string}`

export const isHex = (text: string): text is Hex => text.startsWith('0x')

export const zeroHash: Hex = `0x${'0'.repeat(64)}`

/** The number of bytes of 0x and hex digits; 0 for an empty text. */
export const byteCount = (hex: string): number => Math.max(0, hex.length - 2) / 2

/** An integer without leading zeros, such as `0x1f`: a quantity of JSON-RPC. */
export const hexNumber = (value: number | bigint): Hex => `0x${value.toString(16)}`

/** The 64 digits of a 32-byte word: an unsigned integer, or hex with 0x (an address, a hash), padded on the left. */
export const wordOf = (value: number | bigint | string): string =>
  (typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0')

/** The long form of a hash or an address of 32 bytes, which nodes may write without leading zeros: 0x and 64 lower-case digits. */
export const longAddress = (address: string): Hex => `0x${wordOf(address).toLowerCase()}`

/** Two lower-case digits for each byte. */
export const digitsOfBytes = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
