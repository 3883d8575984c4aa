import { hash } from 'node:crypto'
import { toHex } from '#lib/base/bytes.ts'

/** md5 of the lower-case contract address and the decimal token id without a separator: 16 bytes. */
export const tokenHash = (address: Uint8Array, tokenId: string): Uint8Array => {
  const digest = hash('md5', `${toHex(address)}${tokenId}`, 'buffer')
  return new Uint8Array(digest.buffer, digest.byteOffset, digest.byteLength)
}
