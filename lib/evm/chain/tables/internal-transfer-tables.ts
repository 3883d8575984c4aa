/**
 * A value moved by an internal call of a transaction: one row for its sender and one for its receiver, so that a
 * wallet's list is one range of the key. A transfer to oneself has one row, which is incoming.
 */
export type InternalTransferRow = {
  chain: number
  block_number: number
  transaction_index: number
  /** From 0, in execution order, among the transfers of its transaction. */
  transfer_index: number
  is_incoming: 0 | 1
  address: Uint8Array
  other_address: Uint8Array
  /** `CALL`, `CREATE`, `CREATE2`, `SELFDESTRUCT`. */
  kind: string
  value: string
}

/** Blocks first..last are traced: all their internal transfers are stored. Always within `evm_intervals`. */
type TraceIntervalRow = { chain: number; first_block: number; last_block: number }

export type EvmInternalTransferTables = {
  evm_internal_transfers: InternalTransferRow
  evm_trace_intervals: TraceIntervalRow
}
