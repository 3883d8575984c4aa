/** The bytes of 0x and an even number of hex digits. */
export const toBytes = (hex: string): Uint8Array => Buffer.from(hex.slice(2), 'hex')

/** Lower-case hex with 0x. */
export const toHex = (bytes: Uint8Array): `0x${string}` =>
  `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
