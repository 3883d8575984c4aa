import { createPublicKey, verify } from 'node:crypto'

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

const littleEndian = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
