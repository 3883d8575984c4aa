import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { bytes, bytesOf, hexOf } from './bcs.ts'
import { sha3 } from './hashes.ts'

type Json = Record<string, unknown>

/** An account's key: what its address is derived from, and how it signs. */
export type AccountKey = { address: string; sign(message: Uint8Array): Promise<Json> }

const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const seedOf = (name: string) => createHash('sha256').update(`spyglass demo: ${name}`).digest()

function ed25519Pair(name: string): { secret: KeyObject; publicKey: Buffer } {
  const secret = createPrivateKey({ key: Buffer.concat([pkcs8, seedOf(name)]), format: 'der', type: 'pkcs8' })
  return { secret, publicKey: createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32) }
}

export function ed25519Key(name: string): AccountKey {
  const { secret, publicKey } = ed25519Pair(name)
  return {
    address: hexOf(sha3(publicKey, Buffer.from([0]))),
    sign: async (message) => ({
      public_key: hexOf(publicKey),
      signature: hexOf(sign(null, message, secret)),
      type: 'ed25519_signature',
    }),
  }
}

/** Two of three. The first bits of the bitmap say who signed. */
export function multiEd25519Key(name: string): AccountKey {
  const pairs = [1, 2, 3].map((n) => ed25519Pair(`${name} ${n}`))
  const threshold = 2
  const publicKeys = pairs.map((pair) => pair.publicKey)
  return {
    address: hexOf(sha3(...publicKeys, Buffer.from([threshold, 1]))),
    sign: async (message) => ({
      public_keys: publicKeys.map(hexOf),
      signatures: pairs.slice(0, threshold).map((pair) => hexOf(sign(null, message, pair.secret))),
      threshold,
      bitmap: '0xc0000000',
      type: 'multi_ed25519_signature',
    }),
  }
}

export function singleKey(name: string): AccountKey {
  const account = privateKeyToAccount(`0x${seedOf(name).toString('hex')}`)
  return {
    address: hexOf(sha3(Buffer.from([1]), bytes(bytesOf(account.publicKey)), Buffer.from([2]))),
    sign: async (message) => ({
      public_key: { value: account.publicKey, type: 'secp256k1_ecdsa' },
      signature: { value: (await account.sign({ hash: `0x${sha3(message).toString('hex')}` })).slice(0, 130), type: 'secp256k1_ecdsa' },
      type: 'single_key_signature',
    }),
  }
}

export function multiKey(name: string): AccountKey {
  const pairs = [1, 2, 3].map((n) => ed25519Pair(`${name} ${n}`))
  const any = pairs.map((pair) => Buffer.concat([Buffer.from([0]), bytes(pair.publicKey)]))
  return {
    address: hexOf(sha3(Buffer.from([pairs.length]), ...any, Buffer.from([2, 3]))),
    sign: async (message) => ({
      public_keys: pairs.map((pair) => ({ value: hexOf(pair.publicKey), type: 'ed25519' })),
      signatures: pairs
        .map((pair, index) => ({ index, signature: { value: hexOf(sign(null, message, pair.secret)), type: 'ed25519' } }))
        .filter(({ index }) => index !== 1),
      signatures_required: 2,
      type: 'multi_key_signature',
    }),
  }
}
