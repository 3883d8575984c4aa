import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Hex } from '#lib/base/hex.ts'
import { hashOf } from '#lib/base/keccak.ts'
import { recoverSigner } from './recover-signer.ts'
import { rlpBytes, rlpList, rlpQuantity } from './rlp-hex.ts'

export type Authorization = {
  chainId: bigint
  address: Hex
  nonce: bigint
  yParity?: bigint | null | undefined
  /** Some nodes call the parity so. */
  v?: bigint | null | undefined
  r: bigint
  s: bigint
}

/** EIP-7702, "Set code transaction": the first byte of what an account signs. */
const magic = '05'
const halfOrder = secp256k1.Point.Fn.ORDER / 2n
const nonceMax = 2n ** 64n - 1n

/** The account that signed an authorization. Undefined if no account did: then it has no effect. */
export const authorityOf = ({ chainId, address, nonce, yParity, v, r, s }: Authorization): Hex | undefined => {
  const parity = yParity ?? v
  if ((parity !== 0n && parity !== 1n) || s > halfOrder || nonce >= nonceMax) return undefined
  const message =
    magic + rlpList(rlpQuantity(chainId.toString(16)) + rlpBytes(address.slice(2)) + rlpQuantity(nonce.toString(16)))
  const hash = Buffer.from(hashOf(message).slice(2), 'hex')
  return recoverSigner(hash, { r, s, parity: parity === 0n ? 0 : 1 })
}
