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
