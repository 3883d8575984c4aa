import {
  Account,
  Ed25519PrivateKey,
  MultiEd25519PublicKey,
  MultiEd25519Signature,
  SigningSchemeInput,
} from '@aptos-labs/ts-sdk'
import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, test } from 'vitest'
import { authenticationKey } from '#lib/account/aptos-sign-in.ts'
import { readPublicKey, type SignInKey } from '#lib/account/contract/params.ts'
import { verifyEd25519, verifySignature } from '#lib/account/signature.ts'
import { accountKinds, hexBytes, type TestAccount, toHex } from './accounts.ts'

const text = 'explorer.example wants you to sign in'
const message = new TextEncoder().encode(text)

/** Whether any reading of the key takes the signature. */
const isSigned = (publicKey: Uint8Array, signature: Uint8Array, over: Uint8Array = message): boolean =>
  readPublicKey(publicKey).readings.some((reading) => verifySignature(reading, over, signature))

const kinds = Object.entries(accountKinds)
const order = 2n ** 252n + 27742317777372353535851937790883648493n
const numberOf = (bytes: Uint8Array): bigint => BigInt(toHex(bytes.toReversed()))
const bytesOf = (value: bigint): Uint8Array => hexBytes(value.toString(16).padStart(64, '0')).toReversed()

describe.each(kinds)('an account of the kind %s', (_, create) => {
  const account = create()
  const key = hexBytes(account.publicKey)
  const signature = hexBytes(account.sign(text))

  test('verifies signatures of the SDK, and its key gives its address', () => {
    expect(isSigned(key, signature)).toBe(true)
    const { readings } = readPublicKey(key)
    expect(readings.map(({ scheme }) => authenticationKey(key, scheme))).toContain(account.address)
  })

  test('fails with any flipped bit of signature, key or message', () => {
    const turned = (bytes: Uint8Array, bit: number): Uint8Array =>
      bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
    for (let bit = 0; bit < signature.length * 8; bit += 1)
      expect(isSigned(key, turned(signature, bit)), `signature bit ${bit}`).toBe(false)
    for (let bit = 0; bit < key.length * 8; bit += 7) {
      const other = turned(key, bit)
      const isAccount =
        isSigned(other, signature) &&
        readPublicKey(other).readings.some(({ scheme }) => authenticationKey(other, scheme) === account.address)
      expect(isAccount, `key bit ${bit}`).toBe(false)
    }
    for (let bit = 0; bit < message.length * 8; bit += 11)
      expect(isSigned(key, signature, turned(message, bit)), `message bit ${bit}`).toBe(false)
  })

  test('fails with bytes truncated, appended or repeated', () => {
    for (let length = 0; length < signature.length; length += 1)
      expect(isSigned(key, signature.slice(0, length))).toBe(false)
    for (const extra of [[0], [1], [0, 0], [...signature]])
      expect(isSigned(key, Uint8Array.of(...signature, ...extra))).toBe(false)
    expect(isSigned(key, Uint8Array.of(0, ...signature))).toBe(false)
  })

  test('fails with the signature of another kind of account', () => {
    for (const [, other] of kinds) expect(isSigned(key, hexBytes(other().sign(text)))).toBe(false)
  })
})

test('random bytes are never valid and never throw', () => {
  for (const [, create] of kinds) {
    const key = hexBytes(create().publicKey)
    for (let round = 0; round < 300; round += 1) {
      const bytes = crypto.getRandomValues(new Uint8Array(round % 220))
      expect(isSigned(key, bytes)).toBe(false)
      expect(() => readPublicKey(bytes)).not.toThrow()
    }
  }
})

/*
 * Edge cases of "Taming the many EdDSAs" (Chalkias, Garillot, Nikolaenko, 2020): small order, mixed order, S not reduced,
 * R not canonical. Only the fourth is valid under the chain's rule.
 */
const edgeCases = [
  [
    '8c93255d71dcab10e8f379c26200f3c7bd5f09d9bc3068d3ef4edeb4853022b6',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a0000000000000000000000000000000000000000000000000000000000000000',
  ],
  [
    '9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43a5bb704786be79fc476f91d3f3f89b03984d8068dcf1bb7dfc6637b45450ac04',
  ],
  [
    'aebf3f2601a0c8c5d39cc7d8911642f740b78168218da8471772b35f9d35b9ab',
    'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa8c4bd45aecaca5b24fb97bc10ac27ac8751a7dfe1baff8b953ec9f5833ca260e',
  ],
  [
    '9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79',
    'cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d',
    '9046a64750444938de19f227bb80485e92b83fdb4b6506c160484c016cc1852f87909e14428a7a1d62e9f22f3d3ad7802db02eb2e688b6c52fcd6648a98bd009',
  ],
  [
    'e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c',
    'cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d',
    '160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed5125ec6bc982a269b723e0668e540911a9a6a58921d6925e434ab10aa7940551a09',
  ],
  [
    'e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c',
    'cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d',
    '21122a84e0b5fca4052f5b1235c80a537878b38f3142356b2c2384ebad4668b7e40bc836dac0f71076f9abe3a53f9c03c1ceeeddb658d0030494ace586687405',
  ],
  [
    '85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40',
    '442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623',
    'e96f66be976d82e60150baecff9906684aebb1ef181f67a7189ac78ea23b6c0e547f7690a0e2ddcd04d87dbc3490dc19b3b3052f7ff0538cb68afb369ba3a514',
  ],
  [
    '85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40',
    '442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623',
    '8ce5b96c8f26d0ab6c47958c9e68b937104cd36e13c33566acd2fe8d38aa19427e71f98a473474f2f13f06f97c20d58cc3f54b8bd0d272f42b695dd7e89a8c22',
  ],
  [
    'fdaebc429f4a735932a160da1301080c13280eea8bc280d1b392c6b9e6ba3a5a',
    'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f454d370c8d9fc323a41450f8d513eafeb5b0697390c1e505a0d4ddc71f566607',
  ],
  [
    '84b698d39be126ff55fe45079e6c8bf64a0d7db6994560b4e96b7021eb39c1a1',
    'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f084d5b99c2a9463d9c8bd5026916996984eeec87ddf1d3be329006ace1b37b09',
  ],
] as const

describe('Ed25519', () => {
  test('agrees with the chain on the known edge cases', () => {
    const taken = edgeCases.map(([over, key, signature]) =>
      verifyEd25519(hexBytes(key), hexBytes(over), hexBytes(signature)),
    )
    expect(taken).toEqual(edgeCases.map((_, index) => index === 3))
  })

  const prime = 2n ** 255n - 19n
  const signBit = 2n ** 255n
  /** Every encoding of a point of small order: canonical, with y above the prime, and with the sign that x = 0 has not. */
  const smallOrder = [...ED25519_TORSION_SUBGROUP].flatMap((hex) => {
    const y = numberOf(hexBytes(hex)) & (signBit - 1n)
    return [y, y + prime].filter((each) => each < signBit).flatMap((each) => [each, each + signBit])
  })

  test.each([...new Set(smallOrder)].map((value) => toHex(bytesOf(value))))(
    'key %s of small order is refused, although one signature would fit every message',
    (key) => {
      const identity = bytesOf(1n)
      for (const r of [identity, ...smallOrder.map(bytesOf)])
        expect(verifyEd25519(hexBytes(key), message, Uint8Array.of(...r, ...bytesOf(0n)))).toBe(false)
    },
  )

  test('an R of small order is refused although the equation holds', () => {
    const secret = ed25519.utils.randomSecretKey()
    const { scalar, pointBytes: key } = ed25519.utils.getExtendedPublicKey(secret)
    const r = bytesOf(1n)
    const { createHash } = process.getBuiltinModule('node:crypto')
    const k = numberOf(createHash('sha512').update(r).update(key).update(message).digest()) % order
    const s = (k * scalar) % order
    const signature = Uint8Array.of(...r, ...bytesOf(s))
    expect(ed25519.verify(signature, message, key)).toBe(true)
    expect(verifyEd25519(key, message, signature)).toBe(false)
  })

  test('S plus the group order is refused, although it is the same scalar', () => {
    const secret = ed25519.utils.randomSecretKey()
    const signature = ed25519.sign(message, secret)
    const s = numberOf(signature.slice(32))
    for (const other of [s + order, s + 8n * order].filter((value) => value < 2n ** 256n))
      expect(
        verifyEd25519(
          ed25519.getPublicKey(secret),
          message,
          Uint8Array.of(...signature.slice(0, 32), ...bytesOf(other)),
        ),
      ).toBe(false)
  })

  test('a key above the field prime is refused', () => {
    for (const y of [prime, prime + 3n, 2n ** 255n - 1n])
      expect(verifyEd25519(bytesOf(y), message, new Uint8Array(64).fill(1))).toBe(false)
  })

  test('matches another implementation for random keys and messages of every length', () => {
    for (let length = 0; length < 100; length += 1) {
      const secret = ed25519.utils.randomSecretKey()
      const key = ed25519.getPublicKey(secret)
      const over = crypto.getRandomValues(new Uint8Array(length))
      expect(verifyEd25519(key, over, ed25519.sign(over, secret))).toBe(true)
    }
  })
})

describe('secp256k1', () => {
  const account = accountKinds['SingleKey of secp256k1']()
  const key = hexBytes(account.publicKey)
  const signature = hexBytes(account.sign(text))

  test('a high S is refused, although the curve accepts it', () => {
    const s = BigInt(toHex(signature.slice(34)))
    const high = hexBytes((secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, '0'))
    expect(isSigned(key, Uint8Array.of(...signature.slice(0, 34), ...high))).toBe(false)
  })

  test.each([0n, secp256k1.Point.Fn.ORDER, 2n ** 256n - 1n])('r or s of %s is refused without throwing', (value) => {
    const bytes = hexBytes(value.toString(16).padStart(64, '0'))
    expect(isSigned(key, Uint8Array.of(...signature.slice(0, 2), ...bytes, ...signature.slice(34)))).toBe(false)
    expect(isSigned(key, Uint8Array.of(...signature.slice(0, 34), ...bytes))).toBe(false)
  })

  test('a key that is off the curve, compressed or hybrid is refused', () => {
    const bare = key.slice(2)
    const point = secp256k1.Point.fromBytes(bare)
    expect(readPublicKey(Uint8Array.of(1, 33, ...point.toBytes(true))).readings).toEqual([])
    expect(readPublicKey(Uint8Array.of(1, 65, 6, ...bare.slice(1))).readings).toEqual([])
    expect(isSigned(Uint8Array.of(1, 65, 4, ...new Uint8Array(64).fill(5)), signature)).toBe(false)
  })

  test('an EVM signature with its recovery byte is refused', () => {
    expect(isSigned(key, Uint8Array.of(...signature.slice(2), 27))).toBe(false)
    expect(isSigned(hexBytes(accountKinds.Ed25519().publicKey), new Uint8Array(65).fill(0x4f))).toBe(false)
  })
})

describe('an AnySignature', () => {
  test('must match the variant of its key', () => {
    for (const scheme of [SigningSchemeInput.Ed25519, SigningSchemeInput.Secp256k1Ecdsa]) {
      const account = Account.generate({ scheme, legacy: false })
      const signature = hexBytes(account.sign(message).toString())
      for (const variant of [0, 1, 2, 3, 4, 0x7f].filter((each) => each !== signature[0]))
        expect(isSigned(hexBytes(account.publicKey.toString()), Uint8Array.of(variant, ...signature.slice(1)))).toBe(
          false,
        )
    }
  })

  test('has a one-byte variant and length: non-minimal ULEB128 is refused', () => {
    const account = accountKinds['SingleKey of Ed25519']()
    const [key, signature] = [hexBytes(account.publicKey), hexBytes(account.sign(text))]
    expect(isSigned(key, Uint8Array.of(0x80, 0x00, ...signature.slice(1)))).toBe(false)
    expect(isSigned(key, Uint8Array.of(0, 0xc0, 0x00, ...signature.slice(2)))).toBe(false)
    expect(readPublicKey(Uint8Array.of(0x80, 0x00, ...key.slice(1))).readings).toEqual([])
    expect(readPublicKey(Uint8Array.of(0, 0xa0, 0x00, ...key.slice(2))).readings).toEqual([])
  })
})

describe('a multi-key account', () => {
  const keys = [0, 1, 2].map(() => Ed25519PrivateKey.generate())
  const publicKey = new MultiEd25519PublicKey({ publicKeys: keys.map((key) => key.publicKey()), threshold: 2 })
  const key = hexBytes(publicKey.toString())
  const sign = (...indices: number[]): Uint8Array => {
    const signatures = indices.flatMap((index) => keys[index]?.sign(message) ?? [])
    return hexBytes(new MultiEd25519Signature({ signatures, bitmap: indices }).toString())
  }
  const withBitmap = (signature: Uint8Array, ...bitmap: number[]): Uint8Array =>
    Uint8Array.of(...signature.slice(0, -4), ...bitmap)

  test('accepts any combination of keys that meets its threshold', () => {
    for (const pair of [
      [0, 1],
      [0, 2],
      [1, 2],
      [0, 1, 2],
    ])
      expect(isSigned(key, sign(...pair))).toBe(true)
    expect(isSigned(key, sign(1))).toBe(false)
    expect(isSigned(key, new Uint8Array(4))).toBe(false)
  })

  test.each([
    ['selects the same key for both', [0b1000_0000, 0, 0, 0]],
    ['selects a missing key', [0b1001_0000, 0, 0, 0]],
    ['selects the last of 32', [0b1000_0000, 0, 0, 1]],
    ['selects more keys than signatures', [0b1110_0000, 0, 0, 0]],
    ['selects the other two', [0b0110_0000, 0, 0, 0]],
    ['selects no key', [0, 0, 0, 0]],
  ])('is refused if the bitmap %s', (_, bitmap) => {
    expect(isSigned(key, withBitmap(sign(0, 1), ...bitmap))).toBe(false)
  })

  test('does not count a repeated signature twice', () => {
    const one = sign(0).slice(0, 64)
    expect(isSigned(key, Uint8Array.of(...one, ...one, 0b1100_0000, 0, 0, 0))).toBe(false)
  })

  test('is refused with a wrong signature beside enough valid ones, as on chain', () => {
    const wrong = sign(0, 1, 2)
    wrong[130] = (wrong[130] ?? 0) ^ 1
    expect(isSigned(key, wrong)).toBe(false)
  })

  test('is refused as a MultiKey with a wrong bitmap, count or threshold', () => {
    const account = accountKinds['MultiKey, two of three']()
    const [multi, signature] = [hexBytes(account.publicKey), hexBytes(account.sign(text))]
    for (const bitmap of [
      [0x80, 0, 0, 0],
      [0x60, 0, 0, 0],
      [0xe0, 0, 0, 0],
      [0x90, 0, 0, 0],
      [0, 0, 0, 0],
    ])
      expect(isSigned(multi, withBitmap(signature, ...bitmap))).toBe(false)
    expect(isSigned(multi, Uint8Array.of(1, ...signature.slice(1)))).toBe(false)
    expect(isSigned(multi, Uint8Array.of(...signature.slice(0, -5), 5, ...signature.slice(-4), 0))).toBe(false)
    for (const threshold of [0, 4, 255])
      expect(readPublicKey(Uint8Array.of(...multi.slice(0, -1), threshold)).readings).toEqual([])
    expect(readPublicKey(Uint8Array.of(0, 1)).readings).toEqual([])
  })
})

describe('a key that only other services can verify', () => {
  const single = (variant: number): Uint8Array => Uint8Array.of(variant, 33, ...new Uint8Array(33).fill(7))

  test.each([
    [2, /passkey/],
    [3, /keyless/],
    [4, /keyless/],
    [5, /SLH-DSA/],
  ])('of variant %s is refused by its name, alone and in a MultiKey', (variant, name) => {
    expect(readPublicKey(single(variant))).toMatchObject({ readings: [], unverifiable: expect.stringMatching(name) })
    const ed25519Key = [0, 32, ...new Uint8Array(32).fill(9)]
    const among = Uint8Array.of(2, ...ed25519Key, ...single(variant), 1)
    expect(readPublicKey(among)).toMatchObject({ readings: [], unverifiable: expect.stringMatching(name) })
  })
})

test('a length shared by two kinds is tried as both', () => {
  // 33 bytes: one key and its threshold, and, of all readings, no other.
  const one = Uint8Array.of(...hexBytes(accountKinds.Ed25519().publicKey), 1)
  expect(readPublicKey(one).readings.map(({ kind }): SignInKey['kind'] => kind)).toEqual(['multi-ed25519'])
})

test('an address derived by another kind of account does not match the key', () => {
  const all: TestAccount[] = kinds.map(([, create]) => create())
  for (const account of all) {
    const key = hexBytes(account.publicKey)
    const addresses = ([0, 1, 2, 3] as const).map((scheme) => authenticationKey(key, scheme))
    expect(addresses.filter((address) => address === account.address)).toHaveLength(1)
  }
})
