/** An EVM chain as the interface names it. `variable` is the suffix of its settings: `NODE_URL_<variable>`. */
export type EvmChain = {
  name: string
  title: string
  /** EIP-155 chain id. */
  id: number
  variable: string
  /** The native coin. */
  symbol: string
  decimals: number
  /** Depth at which a block counts as final if the node has no `finalized` tag. */
  finalityBlocks: number
  isTestnet?: boolean
  /** Its nodes may start again from another genesis block. */
  isDevnet?: boolean
  /** Only served by its operator: hosted services do not have it. */
  isPrivate: boolean
  /** Further names that people put before an address: short names of EIP-3770 and common ones. */
  aliases?: readonly string[]
  /** Hosts of explorers that only show this chain. */
  explorers?: readonly string[]
  /** The path of its image on this server, and its colour as `#rrggbb`. */
  icon?: string
  colour?: string
}

/** Next.js bundles a second copy of this module into the same process: both share one list. */
declare global {
  var spyglassOwnChains: readonly EvmChain[] | undefined
}

/** The operator's chains, also sent to browsers. */
export const ownChains = (): readonly EvmChain[] => globalThis.spyglassOwnChains ?? []

/** Adds the operator's chains (`CHAINS_FILE`) to the well-known ones; replaces those of an earlier call. */
export const defineOwnChains = (chains: readonly EvmChain[]): void => {
  globalThis.spyglassOwnChains = chains
}
