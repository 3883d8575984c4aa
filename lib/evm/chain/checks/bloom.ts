import { toDigits } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import type { NotPossible } from '#lib/evm/api/block-checks.ts'
import { type ChainRules, hasUnknownFields } from './chain-rules.ts'
import {
  depositType,
  digitList,
  digits,
  type Excuses,
  isPresent,
  objects,
  type Raw,
  rlpBytes,
  rlpList,
  rlpQuantity,
  transactionDigits,
  typeOf,
} from './rlp-bytes.ts'

/*
 * The logs bloom of a block: 2,048 bits, three of them set for every address and topic of its logs
 * (Ethereum Yellow Paper, §4.4.1). Hashing is the cost, so the three bits of a value are cached.
 */
let bitsOf = new Map<Hex, number>()
let olderBitsOf = new Map<Hex, number>()
const rememberedMax = 50_000
const bit = 2048

/** The three bit numbers of a value, each below 2,048, packed into one number. */
function bloomBits(value: Hex): number {
  const known = bitsOf.get(value) ?? olderBitsOf.get(value) ?? hashedBits(value)
  if (bitsOf.size >= rememberedMax) {
    olderBitsOf = bitsOf
    bitsOf = new Map()
  }
  bitsOf.set(value, known)
  return known
}

function hashedBits(value: Hex): number {
  const hash = keccak256(Buffer.from(value.slice(2), 'hex'))
  const at = (index: number): number => (((hash[index] ?? 0) << 8) | (hash[index + 1] ?? 0)) & (bit - 1)
  return at(0) + at(2) * bit + at(4) * bit * bit
}

/** A bloom being built from logs. */
export class Bloom {
  readonly #bytes = new Uint8Array(256)

  add(value: Hex): void {
    const bits = bloomBits(value)
    this.#set(bits % bit)
    this.#set(Math.floor(bits / bit) % bit)
    this.#set(Math.floor(bits / (bit * bit)))
  }

  equals(bloom: Hex): boolean {
    return Buffer.from(bloom.slice(2), 'hex').equals(this.#bytes)
  }

  /** Its 256 bytes in hex digits. */
  digits(): string {
    return toDigits(this.#bytes)
  }

  #set(number: number): void {
    const at = 255 - (number >> 3)
    this.#bytes[at] = (this.#bytes[at] ?? 0) | (1 << (number & 7))
  }
}

/** Whether a block with this bloom may contain a log with that address or topic; false is certain. */
export function bloomMayHold(bloom: Hex, value: Hex): boolean {
  const bits = bloomBits(value)
  return [bits % bit, Math.floor(bits / bit) % bit, Math.floor(bits / (bit * bit))].every((number) => {
    const digit = Number.parseInt(bloom.charAt(513 - (number >> 2)), 16)
    return ((digit >> (number & 3)) & 1) === 1
  })
}

/** A receipt as encoded in the receipts root, in hex digits: status, cumulative gas, bloom and logs. */
export const receiptDigits = (receipt: Raw, transactionType: number, excuses: Excuses): string => {
  const logs = objects(receipt, 'logs', excuses)
  const type = isPresent(receipt, 'type') ? typeOf(receipt) : transactionType
  const list = rlpList(
    outcome(receipt, excuses) +
      rlpQuantity(digits(receipt, 'cumulativeGasUsed', excuses)) +
      rlpBytes(isPresent(receipt, 'logsBloom') ? digits(receipt, 'logsBloom', excuses) : bloomOf(logs, excuses)) +
      rlpList(logs.map((log) => logDigits(log, excuses)).join('')) +
      (type === depositType ? depositEnd(receipt, excuses) : ''),
  )
  return type === 0 ? list : type.toString(16).padStart(2, '0') + list
}

/**
 * Deposits of the OP Stack have two more fields since its Canyon upgrade (specification, "Deposit receipt"). Without them,
 * the block is older or the node omits them.
 */
const depositEnd = (receipt: Raw, excuses: Excuses): string => {
  if (!isPresent(receipt, 'depositReceiptVersion')) {
    excuses.add('field_missing')
    return ''
  }
  return ['depositNonce', 'depositReceiptVersion'].map((key) => rlpQuantity(digits(receipt, key, excuses))).join('')
}

/** Before Byzantium (EIP-658) receipts had the state root instead of the status. */
const outcome = (receipt: Raw, excuses: Excuses): string =>
  isPresent(receipt, 'status')
    ? rlpQuantity(digits(receipt, 'status', excuses))
    : rlpBytes(digits(receipt, 'root', excuses))

const logDigits = (log: Raw, excuses: Excuses): string =>
  rlpList(
    rlpBytes(digits(log, 'address', excuses)) +
      rlpList(digitList(log, 'topics', excuses).map(rlpBytes).join('')) +
      rlpBytes(digits(log, 'data', excuses)),
  )

/** Some nodes omit the bloom, which follows from the logs. */
const bloomOf = (logs: readonly Raw[], excuses: Excuses): string => {
  const bloom = new Bloom()
  for (const log of logs) {
    bloom.add(`0x${digits(log, 'address', excuses)}`)
    for (const topic of digitList(log, 'topics', excuses)) bloom.add(`0x${topic}`)
  }
  return bloom.digits()
}

/** A transaction of a block with its receipt, as encoded in the two roots, in hex digits. */
export type ProofEntry = {
  transaction: Raw
  transactionDigits: string
  receiptDigits: string
  /** In the node's list, but in neither root. */
  isOutside: boolean
}

type ProofEntries = {
  /** In block order. */
  all: readonly ProofEntry[]
  transactionExcuses: Excuses
  receiptExcuses: Excuses
}

/** Encodes a node's block and receipts. Omitted fields are recorded, never thrown. */
export const proofEntries = (
  block: Raw,
  receipts: readonly unknown[],
  { hasStateSync = false }: ChainRules,
): ProofEntries => {
  const transactions = Array.isArray(block.transactions) ? block.transactions.filter(isFields) : []
  const ordered = inOrder(receipts.filter(isFields))
  const transactionExcuses: Excuses = new Set()
  const receiptExcuses: Excuses = new Set()
  const all = transactions.map((transaction, index) => ({
    transaction,
    transactionDigits: transactionDigits(transaction, transactionExcuses),
    receiptDigits: receiptDigits(ordered[index] ?? {}, typeOf(transaction), receiptExcuses),
    isOutside: hasStateSync && transaction.from === zeroAddress && transaction.to === zeroAddress,
  }))
  if (transactionExcuses.has('type_unknown')) receiptExcuses.add('type_unknown')
  return { all, transactionExcuses, receiptExcuses }
}

/** The transactions that the roots may cover: Polygon's state sync was in neither until 2025, and has been in both since. */
export const rootChoices = ({ all }: ProofEntries): (readonly ProofEntry[])[] => {
  const inside = all.filter(({ isOutside }) => !isOutside)
  return inside.length === all.length ? [all] : [inside, all]
}

const inOrder = (receipts: readonly Raw[]): readonly Raw[] => {
  const place = ({ transactionIndex }: Raw) => Number(transactionIndex)
  return receipts.every((receipt, index) => place(receipt) === index)
    ? receipts
    : receipts.toSorted((a, b) => place(a) - place(b))
}

/** A transaction of this type is proof that the header has this field. */
const fieldsOfTypes = [
  ['baseFeePerGas', 2],
  ['blobGasUsed', 3],
  ['requestsHash', 4],
] as const

/** Whether a node seems to have omitted fields from the header, or an upgrade to have added some. */
export const forkExcuses = (block: Raw, { all }: ProofEntries, { fields = [] }: ChainRules): NotPossible[] => {
  const time = Number(block.timestamp)
  const types = new Set(all.map(({ transaction }) => typeOf(transaction)))
  const isCut =
    fields.some(([name, from]) => time >= from && !isPresent(block, name)) ||
    fieldsOfTypes.some(([name, type]) => !isPresent(block, name) && types.has(type))
  return [...(isCut ? ['field_missing' as const] : []), ...(hasUnknownFields(block) ? ['field_unknown' as const] : [])]
}
