import { zeroAddress } from '#lib/base/address.ts'
import { isFields } from '#lib/base/is-fields.ts'
import type { ChainRules } from './chain-rules.ts'
import { type Excuses, type Raw, typeOf } from './raw-fields.ts'
import { receiptDigits } from './receipt-bytes.ts'
import { transactionDigits } from './transaction-bytes.ts'

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
