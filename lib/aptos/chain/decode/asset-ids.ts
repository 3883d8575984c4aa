import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { longAddress } from '#lib/base/hex.ts'
import { toBytes32 } from './bytes.ts'

export const aptCoinType = '0x1::aptos_coin::AptosCoin'
const aptMetadata = longAddress('0xa')
/** Types that are longer name no asset here, as in Aptos Labs' own index. */
export const coinTypeLengthMax = 1_000

/** What the framework appends to the parts of an object's address before hashing: a named object, and a derived one. */
const namedObject = 0xfe
const derivedObject = 0xfc

const objectAddress = (parts: readonly Uint8Array[], scheme: number): string =>
  `0x${hash('sha3-256', Buffer.concat([...parts, Uint8Array.of(scheme)]), 'hex')}`

const keptMax = 20_000
/** Addresses by what they are derived from: a transaction refers to the same ones several times, and so do its neighbours. */
const kept = new LRUCache<string, string>({ max: keptMax })

const keptAddress = (name: string, derive: () => string): string => {
  const known = kept.get(name)
  if (known !== undefined) return known
  const address = derive()
  kept.set(name, address)
  return address
}

/**
 * The metadata object that the framework pairs with a coin (module 0x1::coin): `0xa` for APT, otherwise the object that `0xa`
 * names after the coin's type. It identifies the coin before the object exists. A long address.
 */
export const pairedMetadata = (coinType: string): string =>
  coinType === aptCoinType
    ? aptMetadata
    : keptAddress(coinType, () => objectAddress([toBytes32(aptMetadata), Buffer.from(coinType, 'utf8')], namedObject))

/** An account's primary store of a fungible asset; both addresses are long, and so is the result. */
export const primaryStore = (owner: string, metadata: string): string =>
  keptAddress(`${owner} ${metadata}`, () => objectAddress([toBytes32(owner), toBytes32(metadata)], derivedObject))

/** The only type argument of a Move type, e.g. `T` of `0x1::coin::CoinStore<T>`; undefined if it is too long, or none. */
export const coinTypeOf = (type: string): string | undefined => {
  const [start, end] = [type.indexOf('<') + 1, type.lastIndexOf('>')]
  const coinType = start > 0 && end > start ? type.slice(start, end) : ''
  return coinType !== '' && coinType.length <= coinTypeLengthMax ? coinType : undefined
}
