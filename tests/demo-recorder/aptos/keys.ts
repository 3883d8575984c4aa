import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { bytes, bytesOf, hexOf, length } from './bcs.ts'
import { sha3 } from './hashes.ts'
import type { Json } from './write-set.ts'

/** A signature as REST shows it, and the BCS of the authenticator that it is of. */
export type Authenticated = { json: Json; kind: 'ed25519' | 'multi_ed25519' | 'single_key' | 'multi_key'; bcs: Buffer }
/** An account's key: what its address is derived from, and how it signs. */
export type AccountKey = { address: string; sign(message: Uint8Array): Promise<Authenticated> }

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
    async sign(message) {
      const signature = sign(null, message, secret)
      const json = { public_key: hexOf(publicKey), signature: hexOf(signature), type: 'ed25519_signature' }
      return { json, kind: 'ed25519', bcs: Buffer.concat([bytes(publicKey), bytes(signature)]) }
    },
  }
}

/** Two of three. The first bits of the bitmap say who signed. */
export function multiEd25519Key(name: string): AccountKey {
  const pairs = [1, 2, 3].map((n) => ed25519Pair(`${name} ${n}`))
  const threshold = 2
  const bitmap = Buffer.from('c0000000', 'hex')
  const publicKeys = pairs.map((pair) => pair.publicKey)
  return {
    address: hexOf(sha3(...publicKeys, Buffer.from([threshold, 1]))),
    async sign(message) {
      const signatures = pairs.slice(0, threshold).map((pair) => sign(null, message, pair.secret))
      const json = {
        public_keys: publicKeys.map(hexOf),
        signatures: signatures.map(hexOf),
        threshold,
        bitmap: hexOf(bitmap),
        type: 'multi_ed25519_signature',
      }
      const keyBytes = Buffer.concat([...publicKeys, Buffer.from([threshold])])
      const bcs = Buffer.concat([bytes(keyBytes), bytes(Buffer.concat([...signatures, bitmap]))])
      return { json, kind: 'multi_ed25519', bcs }
    },
  }
}

export function singleKey(name: string): AccountKey {
  const account = privateKeyToAccount(`0x${seedOf(name).toString('hex')}`)
  const type = 'secp256k1_ecdsa'
  const publicKey = Buffer.concat([Buffer.from([1]), bytes(bytesOf(account.publicKey))])
  return {
    address: hexOf(sha3(publicKey, Buffer.from([2]))),
    async sign(message) {
      const signed = await account.sign({ hash: `0x${sha3(message).toString('hex')}` })
      // Without the recovery byte that EVM chains add.
      const signature = bytesOf(signed).subarray(0, 64)
      const json = {
        public_key: { value: account.publicKey, type },
        signature: { value: hexOf(signature), type },
        type: 'single_key_signature',
      }
      return { json, kind: 'single_key', bcs: Buffer.concat([publicKey, Buffer.from([1]), bytes(signature)]) }
    },
  }
}

/** Two of three, the first and the third. */
export function multiKey(name: string): AccountKey {
  const pairs = [1, 2, 3].map((n) => ed25519Pair(`${name} ${n}`))
  const required = Buffer.from([2])
  const anyKeys = pairs.map((pair) => Buffer.concat([Buffer.from([0]), bytes(pair.publicKey)]))
  const keyBytes = Buffer.concat([length(pairs.length), ...anyKeys, required])
  return {
    address: hexOf(sha3(keyBytes, Buffer.from([3]))),
    async sign(message) {
      const signatures = pairs
        .map((pair, index) => ({ index, signature: sign(null, message, pair.secret) }))
        .filter(({ index }) => index !== 1)
      const json = {
        public_keys: pairs.map((pair) => ({ value: hexOf(pair.publicKey), type: 'ed25519' })),
        signatures: signatures.map(({ index, signature }) => ({
          index,
          signature: { value: hexOf(signature), type: 'ed25519' },
        })),
        signatures_required: 2,
        type: 'multi_key_signature',
      }
      const signed = signatures.map(({ signature }) => Buffer.concat([Buffer.from([0]), bytes(signature)]))
      const bitmap = bytes(Buffer.from([0b1010_0000]))
      return { json, kind: 'multi_key', bcs: Buffer.concat([keyBytes, length(signed.length), ...signed, bitmap]) }
    },
  }
}
