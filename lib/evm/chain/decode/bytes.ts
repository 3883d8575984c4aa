import type { Hex } from '#lib/evm/chain/block.ts'

/** Where tokens are minted from and burnt to. */
export const zeroAddress: Uint8Array = new Uint8Array(20)

/** The bytes of 0x and an even number of hex digits. */
export const toBytes = (hex: string): Uint8Array => Buffer.from(hex.slice(2), 'hex')

/** Lower-case hex with 0x. */
export const toHex = (bytes: Uint8Array): Hex =>
  `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
