import { createKeccak } from 'hash-wasm'
import type { Hex } from '#lib/evm/node/block.ts'

/** WebAssembly: the hashes of a block are most of what its checks cost, and it takes a tenth of the time of JavaScript. */
const hasher = await createKeccak(256)

/** Keccak-256, 32 bytes. On the server only: pages may not compile WebAssembly. */
export const keccak = (bytes: Uint8Array): Uint8Array => hasher.init().update(bytes).digest('binary')

/** The same of hex digits without 0x, as the hex text that nodes write. */
export const hashOf = (digits: string): Hex => hexOf(keccak(Buffer.from(digits, 'hex')))

export const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
