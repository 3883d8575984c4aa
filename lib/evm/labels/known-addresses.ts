import type { ListedAddress } from './address-list.ts'
import { wellKnownEverywhere, wellKnownOnEthereum } from './well-known.ts'

/** What operators, and we, know of addresses. Addresses are lower-case, chains EIP-155 ids. */
export type KnownAddresses = {
  /** A name for people; null for most. */
  labelOf(chain: number, address: string): string | null
  /** Whether an operator vouches for the collection or token. */
  isVerified(chain: number, address: string): boolean
  /** What an operator says of it, against whatever the rules find; undefined where nothing is said. */
  spamSaid(chain: number, address: string): boolean | undefined
  /** Every address that an operator calls spam on a chain, for lists that leave spam out. */
  spamOn(chain: number): readonly string[]
}

export type AddressLists = {
  labels?: readonly ListedAddress[]
  verified?: readonly ListedAddress[]
  spam?: readonly ListedAddress[]
}

const ethereum = 1

/** An operator's own names go before the built-in ones; what is verified is never spam. */
export const createKnownAddresses = ({ labels = [], verified = [], spam = [] }: AddressLists): KnownAddresses => {
  const names = new Map(labels.map(({ chain, address, text }) => [keyOf(chain, address), text]))
  const verifiedKeys = keysOf(verified)
  const spamKeys = keysOf(spam)
  const has = (keys: ReadonlySet<string>, chain: number, address: string): boolean =>
    keys.has(keyOf(chain, address)) || keys.has(keyOf(undefined, address))

  return {
    labelOf: (chain, address) =>
      names.get(keyOf(chain, address)) ??
      names.get(keyOf(undefined, address)) ??
      (chain === ethereum ? wellKnownOnEthereum[address] : undefined) ??
      wellKnownEverywhere[address] ??
      null,
    isVerified: (chain, address) => has(verifiedKeys, chain, address),
    spamSaid: (chain, address) => {
      if (has(verifiedKeys, chain, address)) return false
      return has(spamKeys, chain, address) ? true : undefined
    },
    spamOn: (chain) => [
      ...new Set(
        spam
          .filter((listed) => listed.chain === undefined || listed.chain === chain)
          .map(({ address }) => address)
          .filter((address) => !has(verifiedKeys, chain, address)),
      ),
    ],
  }
}

const keyOf = (chain: number | undefined, address: string): string => `${chain ?? '*'} ${address}`

const keysOf = (listed: readonly ListedAddress[]): ReadonlySet<string> =>
  new Set(listed.map(({ chain, address }) => keyOf(chain, address)))
