import { sha3_256 } from '@noble/hashes/sha3.js'

/** How 0x1::object derives addresses. */
const namedScheme = 0xfe
const userScheme = 0xfc

const bytesOf = (address: string): Buffer => Buffer.from(address.slice(2).padStart(64, '0'), 'hex')
const derived = (...parts: readonly Uint8Array[]): string =>
  `0x${Buffer.from(sha3_256(Buffer.concat(parts))).toString('hex')}`

/** The address of the fungible asset APT. */
const aptMetadata = `0x${'a'.padStart(64, '0')}`
export const aptCoin = '0x1::aptos_coin::AptosCoin'

/** The store that an account has for a fungible asset by default. */
export const primaryStore = (owner: string, metadata: string): string =>
  derived(bytesOf(owner), bytesOf(metadata), Uint8Array.of(userScheme))

/** The fungible asset that the chain pairs with a coin: a named object of 0xa. */
export const pairedMetadata = (coinType: string): string =>
  coinType === aptCoin
    ? aptMetadata
    : derived(bytesOf(aptMetadata), Buffer.from(coinType, 'utf8'), Uint8Array.of(namedScheme))
