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

/**
 * An internal call that has a value, a creation, or a self-destruct, with what the node reports of it. Those that failed are here
 * too; only the others with a value are transfers.
 */
export type InternalFrameRow = {
  chain: number
  block_number: number
  transaction_index: number
  /** From 0, in execution order, among the rows of its transaction. */
  frame_index: number
  /** It or a call above it failed: nothing that it did lasts. */
  is_undone: 0 | 1
  from_address: Uint8Array
  /** Null for a creation that failed. */
  to_address: Uint8Array | null
  kind: string
  value: string
  gas: string
  gas_used: string
  /** The places of the calls that lead to it, each among those of its caller: `0_2`. */
  trace_path: string
  /** The node's text if it failed itself. */
  error: string | null
}

/** An address of a frame that is no transfer: with those of the transfers, every frame is found by its addresses. */
export type UnmovedSideRow = {
  chain: number
  address: Uint8Array
  block_number: number
  transaction_index: number
  frame_index: number
}

/** Blocks first..last are traced: all their internal transfers are stored. Always within `evm_intervals`. */
type TraceIntervalRow = { chain: number; first_block: number; last_block: number }

export type EvmInternalTransferTables = {
  evm_internal_transfers: InternalTransferRow
  evm_trace_intervals: TraceIntervalRow
  evm_internal_frames: InternalFrameRow
  evm_unmoved_sides: UnmovedSideRow
  /** The traced blocks whose frames are stored; those that an earlier version traced have transfers alone. */
  evm_frame_intervals: TraceIntervalRow
}
