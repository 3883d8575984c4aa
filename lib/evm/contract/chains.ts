/** One EVM chain as the interface names it. `variable` is the suffix of its settings: `NODE_URL_<variable>`. */
export type EvmChain = {
  name: string
  title: string
  /** EIP-155 chain id. */
  id: number
  variable: string
  /** The native coin. */
  symbol: string
  decimals: number
  /** Blocks after which a block is taken as final where the node has no `finalized` tag. */
  finalityBlocks: number
  /** Its nodes may start again from another genesis block. */
  isDevnet?: boolean
  /** Served by its operator alone: no hosted service knows it. */
  isPrivate: boolean
  /** The path of its picture on this server, and its colour as `#rrggbb`. */
  icon?: string
  colour?: string
}

const table: readonly Omit<EvmChain, 'decimals' | 'isPrivate'>[] = [
  { name: 'eth', title: 'Ethereum', id: 0x1, variable: 'ETH', symbol: 'ETH', finalityBlocks: 65 },
  { name: 'goerli', title: 'Goerli', id: 0x5, variable: 'GOERLI', symbol: 'ETH', finalityBlocks: 65 },
  { name: 'sepolia', title: 'Sepolia', id: 0xaa36a7, variable: 'SEPOLIA', symbol: 'ETH', finalityBlocks: 65 },
  { name: 'polygon', title: 'Polygon', id: 0x89, variable: 'POLYGON', symbol: 'POL', finalityBlocks: 512 },
  { name: 'mumbai', title: 'Mumbai', id: 0x13881, variable: 'MUMBAI', symbol: 'MATIC', finalityBlocks: 512 },
  { name: 'bsc', title: 'BNB Smart Chain', id: 0x38, variable: 'BSC', symbol: 'BNB', finalityBlocks: 30 },
  { name: 'bsc testnet', title: 'BNB Testnet', id: 0x61, variable: 'BSC_TESTNET', symbol: 'tBNB', finalityBlocks: 30 },
  { name: 'avalanche', title: 'Avalanche', id: 0xa86a, variable: 'AVALANCHE', symbol: 'AVAX', finalityBlocks: 30 },
  { name: 'fantom', title: 'Fantom', id: 0xfa, variable: 'FANTOM', symbol: 'FTM', finalityBlocks: 30 },
  { name: 'palm', title: 'Palm', id: 0x2a15c308d, variable: 'PALM', symbol: 'PALM', finalityBlocks: 30 },
  { name: 'cronos', title: 'Cronos', id: 0x19, variable: 'CRONOS', symbol: 'CRO', finalityBlocks: 30 },
  { name: 'arbitrum', title: 'Arbitrum One', id: 0xa4b1, variable: 'ARBITRUM', symbol: 'ETH', finalityBlocks: 240 },
  { name: 'local', title: 'Local devnet', id: 0, variable: 'LOCAL', symbol: 'ETH', finalityBlocks: 65, isDevnet: true },
  { name: 'demo', title: 'Demo ledger', id: 0x535059, variable: '', symbol: 'ETH', finalityBlocks: 65 },
]

/** `local` and `demo` are Spyglass's own: any devnet, and the bundled ledger. */
export const wellKnownChains: readonly EvmChain[] = table.map((chain) => ({
  ...chain,
  decimals: 18,
  isPrivate: chain.name === 'local' || chain.name === 'demo',
}))

/** Next.js bundles a second copy of this module into the same process: both share one list. */
const shared = globalThis as typeof globalThis & { spyglassOwnChains?: readonly EvmChain[] }

/** Adds the operator's chains (`CHAINS_FILE`) to the well-known ones; replaces those of an earlier call. */
export const defineOwnChains = (chains: readonly EvmChain[]): void => {
  shared.spyglassOwnChains = chains
}

/** The chains that a request may name: the well-known ones and the operator's. */
export const evmChains = (): readonly EvmChain[] => [...wellKnownChains, ...(shared.spyglassOwnChains ?? [])]

/** Names with spaces are written with dashes in addresses of pages. */
const spelled = (name: string): string => name.trim().toLowerCase().replaceAll('-', ' ')

/** Whether two spellings mean one chain: `bsc testnet` and `bsc-testnet`. */
const isNamed = ({ name }: EvmChain, wanted: string): boolean => spelled(name) === spelled(wanted)

/** The chain of a name (`eth`, `bsc-testnet`) or hex id (`0x1`, any case); `local` has the id of whatever node is configured, so name only. */
export const findChain = (nameOrHexId: string): EvmChain | undefined => {
  const wanted = nameOrHexId.trim().toLowerCase()
  return evmChains().find(
    (chain) => isNamed(chain, wanted) || (chain.id !== 0 && `0x${chain.id.toString(16)}` === wanted),
  )
}
