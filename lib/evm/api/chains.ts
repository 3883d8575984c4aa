import { hexNumber } from '#lib/base/hex.ts'
import { type EvmChain, ownChains } from './own-chains.ts'

const table: readonly Omit<EvmChain, 'decimals' | 'isPrivate'>[] = [
  {
    name: 'eth',
    title: 'Ethereum',
    id: 0x1,
    variable: 'ETH',
    symbol: 'ETH',
    finalityBlocks: 65,
    aliases: ['ethereum', 'mainnet'],
    explorers: ['etherscan.io', 'eth.blockscout.com'],
  },
  {
    name: 'goerli',
    title: 'Goerli',
    id: 0x5,
    variable: 'GOERLI',
    symbol: 'ETH',
    finalityBlocks: 65,
    isTestnet: true,
    aliases: ['gor'],
    explorers: ['goerli.etherscan.io'],
  },
  {
    name: 'sepolia',
    title: 'Sepolia',
    id: 0xaa36a7,
    variable: 'SEPOLIA',
    symbol: 'ETH',
    finalityBlocks: 65,
    isTestnet: true,
    aliases: ['sep'],
    explorers: ['sepolia.etherscan.io', 'eth-sepolia.blockscout.com'],
  },
  {
    name: 'polygon',
    title: 'Polygon',
    id: 0x89,
    variable: 'POLYGON',
    symbol: 'POL',
    finalityBlocks: 512,
    aliases: ['matic', 'pol'],
    explorers: ['polygonscan.com', 'polygon.blockscout.com'],
  },
  {
    name: 'mumbai',
    title: 'Mumbai',
    id: 0x13881,
    variable: 'MUMBAI',
    symbol: 'MATIC',
    finalityBlocks: 512,
    isTestnet: true,
    aliases: ['maticmum'],
    explorers: ['mumbai.polygonscan.com'],
  },
  {
    name: 'bsc',
    title: 'BNB Smart Chain',
    id: 0x38,
    variable: 'BSC',
    symbol: 'BNB',
    finalityBlocks: 30,
    aliases: ['bnb'],
    explorers: ['bscscan.com'],
  },
  {
    name: 'bsc testnet',
    title: 'BNB Testnet',
    id: 0x61,
    variable: 'BSC_TESTNET',
    symbol: 'tBNB',
    finalityBlocks: 30,
    isTestnet: true,
    aliases: ['bnbt'],
    explorers: ['testnet.bscscan.com'],
  },
  {
    name: 'avalanche',
    title: 'Avalanche',
    id: 0xa86a,
    variable: 'AVALANCHE',
    symbol: 'AVAX',
    finalityBlocks: 30,
    aliases: ['avax'],
    explorers: ['snowtrace.io', 'snowscan.xyz'],
  },
  {
    name: 'fantom',
    title: 'Fantom',
    id: 0xfa,
    variable: 'FANTOM',
    symbol: 'FTM',
    finalityBlocks: 30,
    aliases: ['ftm'],
    explorers: ['ftmscan.com'],
  },
  {
    name: 'palm',
    title: 'Palm',
    id: 0x2a15c308d,
    variable: 'PALM',
    symbol: 'PALM',
    finalityBlocks: 30,
    explorers: ['explorer.palm.io'],
  },
  {
    name: 'cronos',
    title: 'Cronos',
    id: 0x19,
    variable: 'CRONOS',
    symbol: 'CRO',
    finalityBlocks: 30,
    aliases: ['cro'],
    explorers: ['cronoscan.com'],
  },
  {
    name: 'arbitrum',
    title: 'Arbitrum One',
    id: 0xa4b1,
    variable: 'ARBITRUM',
    symbol: 'ETH',
    finalityBlocks: 240,
    aliases: ['arb', 'arb1'],
    explorers: ['arbiscan.io', 'arbitrum.blockscout.com'],
  },
  { name: 'local', title: 'Local devnet', id: 0, variable: 'LOCAL', symbol: 'ETH', finalityBlocks: 65, isDevnet: true },
  {
    name: 'demo',
    title: 'Demo ledger',
    id: 0x535059,
    variable: '',
    symbol: 'ETH',
    finalityBlocks: 65,
    icon: '/demo.svg',
  },
]

/** `local` and `demo` are Spyglass's own: any devnet, and the bundled ledger. */
export const wellKnownChains: readonly EvmChain[] = table.map((chain) => ({
  ...chain,
  decimals: 18,
  isPrivate: chain.name === 'local' || chain.name === 'demo',
}))

/** The chains that a request may name: the well-known ones and the operator's. */
export const knownEvmChains = (): readonly EvmChain[] => [...wellKnownChains, ...ownChains()]

/** In page URLs, spaces in names become dashes. */
const spelled = (name: string): string => name.trim().toLowerCase().replaceAll('-', ' ')

/** Whether two spellings mean one chain: `bsc testnet` and `bsc-testnet`. */
const isNamed = ({ name }: EvmChain, wanted: string): boolean => spelled(name) === spelled(wanted)

/** The hex id of a CAIP-2 id (`eip155:1`); undefined for any other text. */
export const caip2HexId = (text: string): string | undefined => {
  const id = /^eip155:(\d{1,16})$/i.exec(text.trim())?.[1]
  return id === undefined ? undefined : hexNumber(BigInt(id))
}

/**
 * The chain of a name (`eth`, `bsc-testnet`), hex id (`0x1`, any case) or CAIP-2 id (`eip155:1`); `local` has the id of the configured node, so
 * it is found by name only.
 */
export const findChain = (nameOrHexId: string): EvmChain | undefined => {
  const wanted = caip2HexId(nameOrHexId) ?? nameOrHexId.trim().toLowerCase()
  return knownEvmChains().find((chain) => isNamed(chain, wanted) || (chain.id !== 0 && hexNumber(chain.id) === wanted))
}

/** The chain named before a colon or at the start of a path, by its name, an alias or its id; an unknown CAIP-2 id as hex. */
export const chainNamed = (name: string): string | undefined => {
  const wanted = spelled(name)
  const chain = findChain(name) ?? knownEvmChains().find(({ aliases }) => aliases?.includes(wanted))
  return chain?.name ?? caip2HexId(name)
}

/** The chain of an explorer's host; where several match, that of the longest: `sepolia.etherscan.io`. */
export const chainOfHost = (host: string): string | undefined => {
  const known = knownEvmChains().flatMap(({ name, explorers = [] }) =>
    explorers.map((explorer) => ({ name, explorer })),
  )
  const matching = known.filter(({ explorer }) => host === explorer || host.endsWith(`.${explorer}`))
  return matching.sort((one, other) => other.explorer.length - one.explorer.length)[0]?.name
}
