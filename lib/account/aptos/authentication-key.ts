import { hash } from 'node:crypto'
import type { AccountKey } from '#lib/account/contract/public-key.ts'

/**
 * The authentication key of an account: SHA3-256 of its public key and scheme, as 0x and 64 digits. The first one is
 * the account's address.
 */
export const authenticationKey = (publicKey: Uint8Array, scheme: AccountKey['scheme']): string =>
  `0x${hash('sha3-256', Uint8Array.of(...publicKey, scheme), 'hex')}`
