import type { BlockCheckName } from '#lib/evm/api/block-checks.ts'

/** Differences of a chain's blocks from Ethereum's. */
export type ChainRules = {
  /** Values that the chain computes differently: a mismatch is not reported as an error. */
  differs?: readonly BlockCheckName[]
  /** Headers have no miner, and some nodes put the block's author there. */
  authorIsMiner?: boolean
  /** Blocks may end with a transaction from zero to zero that imports another chain's state and is in no root. */
  hasStateSync?: boolean
  /** Header fields that each block has from a time on, in unix seconds: if one is missing, the node omitted it. */
  fields?: readonly (readonly [name: string, from: number])[]
}

const roots = ['transactions_root', 'transaction_hashes', 'receipts_root'] as const

/** Chains not listed here, such as BSC and Arbitrum, build their blocks like Ethereum. */
const rules: Record<string, ChainRules> = {
  eth: {
    fields: [
      ['withdrawalsRoot', 1_681_338_455],
      ['parentBeaconBlockRoot', 1_710_338_135],
      ['requestsHash', 1_746_612_311],
    ],
  },
  sepolia: {
    fields: [
      ['withdrawalsRoot', 1_677_557_088],
      ['parentBeaconBlockRoot', 1_706_655_072],
      ['requestsHash', 1_741_159_776],
    ],
  },
  goerli: {
    fields: [
      ['withdrawalsRoot', 1_678_832_736],
      ['parentBeaconBlockRoot', 1_705_473_120],
    ],
  },
  polygon: { authorIsMiner: true, hasStateSync: true },
  mumbai: { authorIsMiner: true, hasStateSync: true },
  // Its header has the fields of its other ledgers between the common ones.
  avalanche: { differs: ['block_hash'] },
  // A block is an event of another protocol, and receipts have no root.
  fantom: { differs: ['block_hash', 'receipts_root'] },
  // The hash leaves the validators' seals out.
  palm: { differs: ['block_hash'] },
  // Blocks are Tendermint's; roots and bloom are only filled in.
  cronos: { differs: ['block_hash', ...roots, 'logs_bloom'] },
}

export const chainRules = (chain: string): ChainRules => rules[chain] ?? {}
