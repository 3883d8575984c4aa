/*
 * What the body of a block has besides transactions. Rows exist only for blocks that have some of it; `evm_body_intervals` says of
 * which blocks it is stored.
 */

/** All that a block has of one kind, as bytes: `packed-bodies.ts`. */
export type PackedRow = { chain: number; block_number: number; packed: Uint8Array }

/** A block that pays an address, of whatever number of validators. */
export type WithdrawalAddressRow = { chain: number; address: Uint8Array; block_number: number }

/** The blobs of a transaction, by EIP-4844. */
export type BlobTransactionRow = {
  chain: number
  block_number: number
  transaction_index: number
  max_fee_per_blob_gas: string
  /** What was paid for each; null if the node does not report it. */
  blob_gas_price: string | null
  /** Versioned hashes, 32 bytes each. */
  hashes: Uint8Array
}

/** Blocks first..last are stored with their bodies; those that an earlier version stored are not. Always within `evm_intervals`. */
type BodyIntervalRow = { chain: number; first_block: number; last_block: number }

export type EvmBodyTables = {
  /** 44 bytes for each payment to a validator. */
  evm_withdrawals: PackedRow
  evm_withdrawal_addresses: WithdrawalAddressRow
  /** The hash of each uncle that the block includes. */
  evm_uncles: PackedRow
  evm_blob_transactions: BlobTransactionRow
  evm_body_intervals: BodyIntervalRow
}
