import { bundledFile } from '#lib/evm/bundled-file.ts'
import type { ListedAddress } from './address-list.ts'

/** Names by lower-case address: addresses with the same meaning on every EVM chain, and well-known ones on Ethereum. */
const wellKnownEverywhere: Readonly<Record<string, string>> = {
  '0x0000000000000000000000000000000000000000': 'Null address',
  '0x000000000000000000000000000000000000dead': 'Burn address',
  '0x000000000022d473030f116ddee9f6b43ac78ba3': 'Permit2',
  '0xca11bde05977b3631167028862be2a173976ca11': 'Multicall3',
  '0x4e59b44847b379578588920ca78fbf26c0b4956c': 'Deterministic deployer',
  '0x914d7fec6aac8cd542e72bca78b30650d45643d7': 'Safe: singleton factory',
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789': 'ERC-4337: EntryPoint 0.6',
  '0x0000000071727de22e5e9d8baf0edac6f37da032': 'ERC-4337: EntryPoint 0.7',
  '0x00000000000001ad428e4906ae43d8f9852d0dd6': 'Seaport 1.4',
  '0x00000000000000adc04c56bf30ac9d3c0aaf14dc': 'Seaport 1.5',
  '0x0000000000000068f116a894984e2db1123eb395': 'Seaport 1.6',
}

/** Tokens of Ethereum that others imitate, with their own names, and a plainer label where there is one. */
export const wellKnownTokens: readonly { address: string; name: string; symbol: string; label?: string }[] = [
  { address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', name: 'Wrapped Ether', symbol: 'WETH' },
  { address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', name: 'USD Coin', symbol: 'USDC' },
  { address: '0xdac17f958d2ee523a2206206994597c13d831ec7', name: 'Tether USD', symbol: 'USDT' },
  { address: '0x6b175474e89094c44da98b954eedeac495271d0f', name: 'Dai Stablecoin', symbol: 'DAI', label: 'Dai' },
  { address: '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', name: 'Wrapped BTC', symbol: 'WBTC' },
  {
    address: '0x514910771af9ca656af840dff83e8264ecf986ca',
    name: 'ChainLink Token',
    symbol: 'LINK',
    label: 'Chainlink',
  },
  { address: '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2', name: 'Maker', symbol: 'MKR' },
  { address: '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', name: 'Uniswap', symbol: 'UNI' },
  {
    address: '0xae7ab96520de3a18e5e111b5eaab095312d7fe84',
    name: 'Liquid staked Ether 2.0',
    symbol: 'stETH',
    label: 'Lido: staked Ether',
  },
  { address: '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb', name: 'CRYPTOPUNKS', symbol: 'PUNK', label: 'CryptoPunks' },
  { address: '0x06012c8cf97bead5deae237070f9587f8e7a266d', name: 'CryptoKitties', symbol: 'CK' },
  { address: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d', name: 'Bored Ape Yacht Club', symbol: 'BAYC' },
]

const wellKnownOnEthereum: Readonly<Record<string, string>> = {
  ...Object.fromEntries(wellKnownTokens.map(({ address, name, label = name }) => [address, label])),
  '0x00000000219ab540356cbb839cbe05303d7705fa': 'Beacon chain deposits',
  '0x7a250d5630b4cf539739df2c5dacb4c659f2488d': 'Uniswap V2: router',
  '0xe592427a0aece92de3edee1f18e0157c05861564': 'Uniswap V3: router',
  '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45': 'Uniswap V3: router 2',
  '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad': 'Uniswap: universal router',
  '0x1f98431c8ad98523631ae4a59f267346ea31f984': 'Uniswap V3: factory',
  '0x1111111254eeb25477b68fb85ed929f73a960582': '1inch: router 5',
  '0xdef1c0ded9bec7f1a1670819833240f027b25eff': '0x: exchange proxy',
  '0x00000000006c3852cbef3e08e8df289169ede581': 'Seaport 1.1',
  '0x000000000000ad05ccc4f10045630fb830b95127': 'Blur: marketplace',
  '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e': 'ENS: registry',
  '0x57f1887a8bf19b14fc0df6fd9b2acc9af147ea85': 'ENS: base registrar',
  '0x495f947276749ce646f68ac8c248420045cb7b5e': 'OpenSea: shared storefront',
}

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
