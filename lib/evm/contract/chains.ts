/** One EVM chain as the interface names it. `variable` is the suffix of its settings: `NODE_URL_<variable>`. */
export type EvmChain = {
  name: string
  title: string
  /** EIP-155 chain id. */
  id: number
  variable: string
  /** The native coin's symbol; it has 18 decimals on every chain here. */
  symbol: string
  /** Blocks after which a block is taken as final where the node has no `finalized` tag. */
  finalityBlocks: number
}

/** The chains that a request may name. `local` and `demo` are Spyglass's own: any devnet, and the bundled ledger. */
export const evmChains = [
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
  { name: 'local', title: 'Local devnet', id: 0, variable: 'LOCAL', symbol: 'ETH', finalityBlocks: 65 },
  { name: 'demo', title: 'Demo ledger', id: 0x535059, variable: '', symbol: 'ETH', finalityBlocks: 65 },
] as const satisfies readonly EvmChain[]

export type ChainName = (typeof evmChains)[number]['name']

/** The chain of a name (`eth`, `bsc-testnet`) or hex id (`0x1`, any case); `local` has the id of whatever node is configured, so name only. */
export const findChain = (nameOrHexId: string): (typeof evmChains)[number] | undefined => {
  const wanted = nameOrHexId.trim().toLowerCase().replaceAll('-', ' ')
  return evmChains.find(({ name, id }) => name === wanted || (id !== 0 && `0x${id.toString(16)}` === wanted))
}
