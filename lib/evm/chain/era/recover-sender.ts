import { concatBytes, numberToBytesBE } from '@noble/curves/utils.js'
import { recover } from 'tiny-secp256k1'
import type { Hex } from '#lib/evm/chain/block.ts'
import { type RecoverableSignature, type RecoverKey, recoverSigner } from '#lib/evm/chain/checks/recover-signer.ts'

const scalarBytes = 32

/** libsecp256k1 as WebAssembly. Longer scalars make a longer signature, which it refuses. */
const recoverKeyInWasm: RecoverKey = (hash, { r, s, parity }) =>
  recover(hash, concatBytes(numberToBytesBE(r, scalarBytes), numberToBytesBE(s, scalarBytes)), parity, false)

/**
 * `recoverSigner` for the many transactions of a file: 0.34 ms of processor time instead of 1.9. Loading it takes 14 MB of memory,
 * so that only imports do.
 */
export const recoverSender = (hash: Uint8Array, signature: RecoverableSignature): Hex | undefined =>
  recoverSigner(hash, signature, recoverKeyInWasm)
