/** The checks of a block, in display order. Free of schemas, because browsers import this. */
export const blockCheckNames = [
  'block_hash',
  'transactions_root',
  'transaction_hashes',
  'receipts_root',
  'logs_bloom',
] as const

/** Why a check cannot be done. New ones go to the end: stored outcomes are numbered by this order. */
export const notPossible = ['field_missing', 'field_unknown', 'type_unknown', 'chain_differs'] as const

export type BlockCheckName = (typeof blockCheckNames)[number]
export type NotPossible = (typeof notPossible)[number]

/** The outcome of a check. */
export type CheckOutcome = 'held' | 'failed' | NotPossible
export type CheckOutcomes = Record<BlockCheckName, CheckOutcome>

/** Explanations for users. */
export const notPossibleWords: Record<NotPossible, string> = {
  field_missing: 'The node omits a field that is part of it.',
  field_unknown: 'The block has fields that this version does not know.',
  type_unknown: 'The block has transactions of a type that this version does not know.',
  chain_differs: 'This chain computes it differently from Ethereum.',
}
