import { createPublicKey, hash, verify } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { type PlainKey, publicKeysMax, type SignInKey } from '#lib/account/contract/params.ts'
import { BcsError, BcsReader } from '#lib/base/bcs-reader.ts'
import { toInteger } from '#lib/base/bytes.ts'

/*
 * The rule of the chain (RFC 8032 §5.1.7 without cofactor, and stricter): S is below the group order, key and R are
 * canonical and neither has small order. These are checked here because versions of Node differ in what they refuse;
 * Node checks the equation itself, comparing R byte by byte.
 */

const pointBytes = 32
const signatureBytes = 64

const prime = 2n ** 255n - 19n
const order = 2n ** 252n + 27742317777372353535851937790883648493n
/** The y of two points of order 8; the other two have its negative. */
const orderEightY = 0x5fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n
const smallOrderYs = [0n, 1n, prime - 1n, orderEightY, prime - orderEightY]

/** Whether `signature` (R, then S) over `message` is by the key. False for anything malformed; never throws. */
export const verifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean => {
  if (publicKey.length !== pointBytes || signature.length !== signatureBytes) return false
  if (!isSoundPoint(publicKey) || !isSoundPoint(signature.subarray(0, pointBytes))) return false
  if (littleEndian(signature.subarray(pointBytes)) >= order) return false
  const x = Buffer.from(publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, message, key, signature)
}

/** The top bit is the sign of x. Whether x exists is left to the equation. */
const isSoundPoint = (encoded: Uint8Array): boolean => {
  const y = littleEndian(encoded) & (2n ** 255n - 1n)
  return y < prime && !smallOrderYs.includes(y)
}

const littleEndian = (bytes: Uint8Array): bigint => toInteger(bytes.toReversed())

/** A signature and the index of its key. */
type Placed = { kind: PlainKey['kind']; bytes: Uint8Array; index: number }

const bitmapBytes = 4

/**
 * Whether `signature`, in the format of the SDK's `toString()`, is valid for the account's key and `message` by the
 * rules of the chain. False for anything malformed; never throws.
 */
export const verifySignature = (account: SignInKey, message: Uint8Array, signature: Uint8Array): boolean => {
  try {
    const keys = 'keys' in account ? account.keys : [account.key]
    const placed = readSignatures(account, signature)
    if (placed.length < ('threshold' in account ? account.threshold : 1)) return false
    // Every signature must be valid: the chain also refuses a wrong surplus one.
    return placed.every(({ kind, bytes, index }) => {
      const key = keys[index]
      return key?.kind === kind && verifyPlain(key, message, bytes)
    })
  } catch (fault) {
    if (fault instanceof BcsError) return false
    throw fault
  }
}

const verifyPlain = (key: PlainKey, message: Uint8Array, signature: Uint8Array): boolean =>
  key.kind === 'ed25519' ? verifyEd25519(key.bytes, message, signature) : verifySecp256k1(key.bytes, message, signature)

/** Signs the SHA3-256 of the message; S must be in the lower half of the order, as on chain. */
const verifySecp256k1 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean => {
  try {
    return secp256k1.verify(signature, hash('sha3-256', message, 'buffer'), publicKey, { prehash: false, lowS: true })
  } catch {
    // The library throws for a point off the curve and for r or s out of range.
    return false
  }
}

const readSignatures = (account: SignInKey, signature: Uint8Array): Placed[] => {
  const reader = new BcsReader(signature)
  const placed = readers[account.kind](reader, signature.length)
  reader.end()
  return placed
}

const readers: Record<SignInKey['kind'], (reader: BcsReader, length: number) => Placed[]> = {
  ed25519: (reader) => [{ kind: 'ed25519', bytes: reader.take(signatureBytes), index: 0 }],
  'multi-ed25519': (reader, length) => {
    const signatures = Array.from({ length: Math.floor(length / signatureBytes) }, () => ({
      kind: 'ed25519' as const,
      bytes: reader.take(signatureBytes),
    }))
    return place(signatures, reader.take(bitmapBytes))
  },
  single: (reader) => [{ ...readAnySignature(reader), index: 0 }],
  multi: (reader) => {
    const signatures = Array.from({ length: reader.length(publicKeysMax) }, () => readAnySignature(reader))
    return place(signatures, reader.sized(bitmapBytes))
  },
}

const readAnySignature = (reader: BcsReader): Omit<Placed, 'index'> => {
  const kind = (['ed25519', 'secp256k1'] as const)[reader.length()]
  if (kind === undefined) throw new BcsError('has an unknown variant')
  return { kind, bytes: reader.sized(signatureBytes) }
}

/** The bitmap's first bit is the first key; it must have as many bits set as there are signatures. */
const place = (signatures: Omit<Placed, 'index'>[], bitmap: Uint8Array): Placed[] => {
  const indices = [...bitmap].flatMap((byte, at) =>
    [...byte.toString(2).padStart(8, '0')].flatMap((bit, offset) => (bit === '1' ? [at * 8 + offset] : [])),
  )
  if (indices.length !== signatures.length) throw new BcsError('has another number of signatures than it says')
  return signatures.map((signature, at) => ({ ...signature, index: indices[at] ?? -1 }))
}
