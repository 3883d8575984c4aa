import type { BlockCheckName } from '#lib/evm/contract/block-checks.ts'

/** How a chain's blocks differ from Ethereum's. */
export type ChainRules = {
  /** What it forms in a way of its own: where that does not come out, nothing is said to be wrong. */
  differs?: readonly BlockCheckName[]
  /** Headers have no miner, and some nodes put the block's author there. */
  authorIsMiner?: boolean
  /** Blocks may end with a transaction from zero to zero, by which another chain's state comes in, and which no root holds. */
  hasStateSync?: boolean
  /** Header fields that each block has from a time on, in unix seconds: one without was cut by its node. */
  fields?: readonly (readonly [name: string, from: number])[]
}

const roots = ['transactions_root', 'transaction_hashes', 'receipts_root'] as const

/** Chains that are not named here form their blocks as Ethereum does, BSC's and Arbitrum's among them. */
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
