import type { Hex } from '#lib/base/hex.ts'
import { hashOf } from '#lib/base/keccak.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import type { ChainRules } from './chain-rules.ts'
import { digits, type Excuses, isPresent, type Raw } from './raw-fields.ts'
import { rlpBytes, rlpList, rlpQuantity } from './rlp-hex.ts'

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
