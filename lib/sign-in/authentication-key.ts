import { sha3_256 } from '@noble/hashes/sha3.js'
import type { AccountKey } from './contract/public-key.ts'

/** What the chain keeps of an account's key: SHA3-256 of its bytes and its scheme, as 0x and 64 digits. The first one is the address. */
export const authenticationKey = (publicKey: Uint8Array, scheme: AccountKey['scheme']): string =>
  `0x${Buffer.from(sha3_256(Uint8Array.of(...publicKey, scheme))).toString('hex')}`
