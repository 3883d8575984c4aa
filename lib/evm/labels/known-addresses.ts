import { bundledFile } from '#lib/evm/bundled-file.ts'
import type { ListedAddress } from './address-list.ts'
import { wellKnownEverywhere, wellKnownOnEthereum } from './well-known.ts'

type Named = readonly [address: string, name: string]

const everyChain = '*'
let byChain: ReadonlyMap<string, readonly Named[]> | undefined

/**
 * Contracts of a chain (EIP-155 id) with their names, those of every chain first. The file is read once, on first use;
 * `tests/contract-collector` creates it.
 */
const wellKnownContracts = (chain: number): readonly Named[] => {
  byChain ??= readContracts(bundledFile('labels/well-known-contracts.csv').toString('utf8'))
  return [...(byChain.get(everyChain) ?? []), ...(byChain.get(String(chain)) ?? [])]
}

/** Lines of `chain,address,kind,name,source`; those that start with `#` are comments. */
const readContracts = (file: string): Map<string, Named[]> => {
  const contracts = new Map<string, Named[]>()
  for (const line of file.split('\n')) {
    const [chain = '', address = '', , name = ''] = line.split(',')
    if (line.startsWith('#') || name === '') continue
    const known = contracts.get(chain)
    if (known) known.push([address, name])
    else contracts.set(chain, [[address, name]])
  }
  return contracts
}

/** Labels of the operator and of the built-in list. Addresses are lower-case, chains EIP-155 ids. */
export type KnownAddresses = {
  /** The label to show; null for most addresses. */
  labelOf(chain: number, address: string): string | null
  /** Whether the operator lists the collection or token as verified. */
  isVerified(chain: number, address: string): boolean
  /** The operator's flag, which overrides the rules; undefined without one. */
  listedAsSpam(chain: number, address: string): boolean | undefined
  /** Every address that the operator lists as spam on a chain, for lists that leave spam out. */
  spamOn(chain: number): readonly string[]
  /** Every address that the operator lists as verified on a chain. */
  verifiedOn(chain: number): readonly string[]
  /** Addresses with a label in which a word starts with the text, ignoring case: exact matches first, then by name. */
  findNamed(chain: number, text: string, countMax: number): readonly NamedAddress[]
}

type NamedAddress = { address: string; label: string }

/** The names of one chain, for records: null for most addresses. */
export type LabelOf = (address: string) => string | null

export const labelsOn =
  (known: KnownAddresses, chain: number): LabelOf =>
  (address) =>
    known.labelOf(chain, address)

export type AddressLists = {
  labels?: readonly ListedAddress[]
  verified?: readonly ListedAddress[]
  spam?: readonly ListedAddress[]
}

const ethereum = 1

/** The operator's names take precedence over the built-in ones; verified addresses are never spam. */
export const createKnownAddresses = ({ labels = [], verified = [], spam = [] }: AddressLists): KnownAddresses => {
  const verifiedKeys = keysOf(verified)
  const spamKeys = keysOf(spam)
  const has = (keys: ReadonlySet<string>, chain: number, address: string): boolean =>
    keys.has(keyOf(chain, address)) || keys.has(keyOf(undefined, address))
  const namesOn = onceForEach((chain) => {
    const own = (of: number | undefined) =>
      labels.filter((one) => one.chain === of).map(({ address, text }) => [address, text] as const)
    return new Map([
      ...wellKnownContracts(chain),
      ...Object.entries(wellKnownEverywhere),
      ...(chain === ethereum ? Object.entries(wellKnownOnEthereum) : []),
      ...own(undefined),
      ...own(chain),
    ])
  })
  const labelOf = (chain: number, address: string): string | null => namesOn(chain).get(address) ?? null

  return {
    labelOf,
    isVerified: (chain, address) => has(verifiedKeys, chain, address),
    listedAsSpam: (chain, address) => {
      if (has(verifiedKeys, chain, address)) return false
      return has(spamKeys, chain, address) ? true : undefined
    },
    spamOn: onceForEach((chain) => listedOn(spam, chain).filter((address) => !has(verifiedKeys, chain, address))),
    verifiedOn: onceForEach((chain) => listedOn(verified, chain)),
    findNamed: namesFinder(
      onceForEach((chain) =>
        [...namesOn(chain)].map(([address, label]) => ({ address, label, folded: label.toLowerCase() })),
      ),
    ),
  }
}

type FoldedName = NamedAddress & { folded: string }

const namesFinder =
  (namesOn: (chain: number) => readonly FoldedName[]): KnownAddresses['findNamed'] =>
  (chain, text, countMax) => {
    const wanted = text.trim().toLowerCase()
    if (wanted === '') return []
    return namesOn(chain)
      .filter(({ address, folded }) => hasWord(folded, wanted) || isAddressPrefix(address, wanted))
      .sort((a, b) => rankOf(a, wanted) - rankOf(b, wanted) || (a.folded < b.folded ? -1 : 1))
      .slice(0, countMax)
      .map(({ address, label }) => ({ address, label }))
  }

const hasWord = (folded: string, wanted: string): boolean => {
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(folded[at - 1] ?? '')) return true
  return false
}

/** At least four digits: fewer begin too many addresses. */
const isAddressPrefix = (address: string, wanted: string): boolean => wanted.length >= 6 && address.startsWith(wanted)

const rankOf = ({ folded }: FoldedName, wanted: string): number => {
  if (folded === wanted) return 0
  return folded.startsWith(wanted) ? 1 : 2
}

const keyOf = (chain: number | undefined, address: string): string => `${chain ?? '*'} ${address}`

const keysOf = (listed: readonly ListedAddress[]): ReadonlySet<string> =>
  new Set(listed.map(({ chain, address }) => keyOf(chain, address)))

const listedOn = (listed: readonly ListedAddress[], chain: number): string[] => [
  ...new Set(listed.filter((one) => one.chain === undefined || one.chain === chain).map(({ address }) => address)),
]

const onceForEach = <T>(make: (chain: number) => T): ((chain: number) => T) => {
  const made = new Map<number, T>()
  return (chain) => {
    const kept = made.get(chain) ?? make(chain)
    made.set(chain, kept)
    return kept
  }
}
