import { secp256k1 } from '@noble/curves/secp256k1.js'
import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { keccak256 } from '#lib/base/keccak.ts'

export type RecoverableSignature = { r: bigint; s: bigint; parity: 0 | 1 }

/** The uncompressed public key (65 bytes) that signed a hash; null, or throws, if the signature is not valid. */
export type RecoverKey = (hash: Uint8Array, signature: RecoverableSignature) => Uint8Array | null

const recoverKeyInJavaScript: RecoverKey = (hash, { r, s, parity }) =>
  new secp256k1.Signature(r, s).addRecoveryBit(parity).recoverPublicKey(hash).toBytes(false)

/** The address that signed a hash. Undefined if the signature is not valid. */
export const recoverSigner = (
  hash: Uint8Array,
  signature: RecoverableSignature,
  recoverKey = recoverKeyInJavaScript,
): Hex | undefined => {
  try {
    const key = recoverKey(hash, signature)
    return key === null ? undefined : toHex(keccak256(key.subarray(1)).subarray(12))
  } catch {
    return undefined
  }
}
