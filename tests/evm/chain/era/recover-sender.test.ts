import { secp256k1 } from '@noble/curves/secp256k1.js'
import { expect, test } from 'vitest'
import { recoverSigner } from '#lib/evm/chain/checks/rlp-bytes.ts'
import { recoverSender } from '#lib/evm/chain/era/era-transaction.ts'

const order = secp256k1.Point.Fn.ORDER
const bytes = (first: number): Uint8Array => Uint8Array.from({ length: 32 }, (_, at) => (first * 31 + at * 7) % 256)

const signed = (seed: number) => {
  const hash = bytes(seed)
  const signature = secp256k1.sign(hash, bytes(seed + 1), { prehash: false, format: 'recovered' })
  const { r, s, recovery } = secp256k1.Signature.fromBytes(signature, 'recovered')
  return { hash, signature: { r, s, parity: recovery === 1 ? 1 : 0 } as const }
}

test('both libraries recover the same signers, of high values of s too, which blocks before Homestead have', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { hash, signature } = signed(seed)
    const signer = recoverSigner(hash, signature)
    expect(signer).toMatch(/^0x[0-9a-f]{40}$/)
    expect(recoverSender(hash, signature)).toBe(signer)
    const high = { r: signature.r, s: order - signature.s, parity: signature.parity === 1 ? 0 : 1 } as const
    expect(recoverSender(hash, high)).toBe(signer)
    expect(recoverSigner(hash, high)).toBe(signer)
  }
})

test('neither recovers a signer from an invalid signature', () => {
  const { hash, signature } = signed(3)
  const invalid = [
    { ...signature, r: 0n },
    { ...signature, s: 0n },
    { ...signature, r: order },
    { ...signature, s: order },
    ...[2n ** 256n + 1n, 2n ** 260n + 1n].map((s) => ({ ...signature, s })),
    { ...signature, r: 2n ** 256n + signature.r },
    // No point of the curve has this coordinate.
    { ...signature, r: 5n },
  ]
  for (const one of invalid) {
    expect(recoverSender(hash, one)).toBeUndefined()
    expect(recoverSigner(hash, one)).toBeUndefined()
  }
})
