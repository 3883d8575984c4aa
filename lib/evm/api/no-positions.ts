/** The positions of a chain that has no index here, or whose index cannot be read. */
export const noPositions = {
  first_block: null,
  indexed_block: null,
  head_block: null,
  finalized_block: null,
  indexed_block_timestamp: null,
  checked_at: null,
  lag_seconds: null,
  decoding_percent: null,
  index_complete: null,
  coverage: null,
  coverage_note: null,
}
