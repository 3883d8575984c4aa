import { createKeccak } from 'hash-wasm'
import { toHex } from './bytes.ts'
import type { Hex } from './hex.ts'

/** WebAssembly takes a seventh of JavaScript's time (tests/bench/primitives.ts), and most of the cost of verifying a block is hashing. */
const hasher = await createKeccak(256)

/** Keccak-256, 32 bytes. For the server: the content security policy of pages forbids WebAssembly. */
export const keccak256 = (bytes: Uint8Array): Uint8Array => hasher.init().update(bytes).digest('binary')

/** Keccak-256 of hex digits without 0x, as nodes write a hash. */
export const hashOf = (digits: string): Hex => toHex(keccak256(Buffer.from(digits, 'hex')))

/** Keccak-256 of a text in UTF-8, such as the signature of a function. */
export const hashOfText = (text: string): Hex => toHex(keccak256(Buffer.from(text)))

const upperCaseFrom = 8

/** Address with the mixed-case checksum of EIP-55. @param address 0x and 40 hex digits, in any case */
export const checksumAddress = (address: string): `0x${string}` => {
  const digits = address.slice(2).toLowerCase()
  const hash = toHex(keccak256(Buffer.from(digits))).slice(2)
  const cased = [...digits].map((digit, place) =>
    Number.parseInt(hash.charAt(place), 16) >= upperCaseFrom ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}
