import type { Hex } from '#lib/base/hex.ts'
import { hashOf } from '#lib/base/keccak.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import type { BlockCheckName } from '#lib/evm/api/block-checks.ts'
import { digits, type Excuses, isPresent, type Raw, rlpBytes, rlpList, rlpQuantity } from './rlp-bytes.ts'

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

type Form = typeof rlpBytes

/** The fields of every header, in order. */
const firstFields: readonly [string, Form][] = [
  ['parentHash', rlpBytes],
  ['sha3Uncles', rlpBytes],
  ['miner', rlpBytes],
  ['stateRoot', rlpBytes],
  ['transactionsRoot', rlpBytes],
  ['receiptsRoot', rlpBytes],
  ['logsBloom', rlpBytes],
  ['difficulty', rlpQuantity],
  ['number', rlpQuantity],
  ['gasLimit', rlpQuantity],
  ['gasUsed', rlpQuantity],
  ['timestamp', rlpQuantity],
  ['extraData', rlpBytes],
  ['mixHash', rlpBytes],
  ['nonce', rlpBytes],
]

/** Fields added by network upgrades: London, Shanghai, Cancun (three), Prague. Each requires those before it. */
const laterFields: readonly [string, Form][] = [
  ['baseFeePerGas', rlpQuantity],
  ['withdrawalsRoot', rlpBytes],
  ['blobGasUsed', rlpQuantity],
  ['excessBlobGas', rlpQuantity],
  ['parentBeaconBlockRoot', rlpBytes],
  ['requestsHash', rlpBytes],
]

/** The names of all fields, in order. */
export const headerFields: readonly string[] = [...firstFields, ...laterFields].map(([name]) => name)

const quantityFields = new Set(
  [...firstFields, ...laterFields].flatMap(([name, form]) => (form === rlpQuantity ? name : [])),
)

export const isQuantityField = (name: string): boolean => quantityFields.has(name)

/** Fields of a node's block that are not part of its hash: some of clients other than Geth, some of Arbitrum. */
const besides = [
  ...['hash', 'size', 'totalDifficulty', 'transactions', 'uncles', 'withdrawals', 'author', 'sealFields'],
  ...['l1BlockNumber', 'sendCount', 'sendRoot', 'milliTimestamp'],
]
const known = new Set([...headerFields, ...besides])

/** The hashed bytes of a header, in hex digits, and the hash. */
type Header = { digits: string; hash: Hex }

/** The header with the block's hash; if none matches, the one built from all of the node's fields. */
export const hashedHeader = (block: Raw, { authorIsMiner = false }: ChainRules, excuses: Excuses): Header => {
  const choices = authorIsMiner ? [block, { ...block, miner: zeroAddress }] : [block]
  const headers = choices.map((choice) => {
    const encoded = headerDigits(choice, excuses)
    return { digits: encoded, hash: hashOf(encoded) }
  })
  const [first = { digits: '', hash: '0x' as const }] = headers
  return headers.find(({ hash }) => hash === block.hash) ?? first
}

const headerDigits = (block: Raw, excuses: Excuses): string => {
  const later = laterFields.findLastIndex(([name]) => isPresent(block, name)) + 1
  const fields = [...firstFields, ...laterFields.slice(0, later)]
  return rlpList(fields.map(([name, form]) => form(digits(block, name, excuses))).join(''))
}

/** Whether a later upgrade, or another chain, added fields to the header that are not known here. */
export const hasUnknownFields = (block: Raw): boolean =>
  Object.keys(block).some((name) => !known.has(name) && isPresent(block, name))
