import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hashMessage, publicKeyToAddress } from 'viem/utils'
import { toBytes, toInteger } from '#lib/base/bytes.ts'

const scalarBytes = 32

/**
 * The address whose key signed a text, in lower case: `personal_sign` of EIP-191, with a signature of 65 bytes (r, s, v) or
 * 64 (EIP-2098). Undefined for any other length, for s in the upper half of the order (EIP-2: a second signature that anyone
 * can make of the first), and for what no key made; never throws.
 */
export const signerOf = (text: string, signature: string): string | undefined => {
  const bytes = toBytes(signature)
  const scalars = readScalars(bytes)
  if (scalars === undefined) return undefined
  try {
    const { r, s, parity } = scalars
    const signed = new secp256k1.Signature(r, s, parity)
    if (signed.hasHighS()) return undefined
    const key = signed.recoverPublicKey(hashMessage(text, 'bytes'))
    return publicKeyToAddress(`0x${key.toHex(false)}`).toLowerCase()
  } catch {
    // The library throws for r or s out of range, and for an r without a point.
    return undefined
  }
}

type Scalars = { r: bigint; s: bigint; parity: number }

const readScalars = (bytes: Uint8Array): Scalars | undefined => {
  const r = bytes.subarray(0, scalarBytes)
  const s = bytes.subarray(scalarBytes, 2 * scalarBytes)
  if (bytes.length === 2 * scalarBytes) {
    // EIP-2098: the parity is the top bit, which a low s leaves free.
    const [first = 0, ...rest] = s
    return { r: toInteger(r), s: toInteger(Uint8Array.of(first & 0x7f, ...rest)), parity: first >> 7 }
  }
  const v = bytes[2 * scalarBytes]
  if (bytes.length !== 2 * scalarBytes + 1 || v === undefined) return undefined
  // Some hardware wallets leave out the 27.
  const parity = v >= 27 ? v - 27 : v
  return parity === 0 || parity === 1 ? { r: toInteger(r), s: toInteger(s), parity } : undefined
}
