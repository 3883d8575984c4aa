import { isFields } from '#lib/base/is-fields.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import { Bloom } from './bloom.ts'
import type { ChainRules } from './chain-rules.ts'
import { digitList, digits, type Excuses, isPresent, objects, type Raw, typeOf } from './raw-fields.ts'
import { rlpBytes, rlpList, rlpQuantity } from './rlp-hex.ts'
import { depositType, transactionDigits } from './transaction-bytes.ts'

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

export type ProofEntries = {
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
