import { sha3_256 } from '@noble/hashes/sha3.js'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { longAddress } from '#lib/base/hex.ts'

/** How 0x1::object derives addresses. */
const namedScheme = 0xfe
const userScheme = 0xfc

const bytesOf = (address: string): Uint8Array => toBytes(longAddress(address))
const derived = (...parts: readonly Uint8Array[]): string => toHex(sha3_256(Buffer.concat(parts)))

/** The address of the fungible asset APT. */
const aptMetadata = longAddress('0xa')
export const aptCoin = '0x1::aptos_coin::AptosCoin'

/** The store that an account has for a fungible asset by default. */
export const primaryStore = (owner: string, metadata: string): string =>
  derived(bytesOf(owner), bytesOf(metadata), Uint8Array.of(userScheme))

/** The fungible asset that the chain pairs with a coin: a named object of 0xa. */
export const pairedMetadata = (coinType: string): string =>
  coinType === aptCoin
    ? aptMetadata
    : derived(bytesOf(aptMetadata), Buffer.from(coinType, 'utf8'), Uint8Array.of(namedScheme))
