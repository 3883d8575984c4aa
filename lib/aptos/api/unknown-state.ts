/** The position of a ledger whose node does not report one. */
export const unknownState = {
  chain_id: null,
  ledger_version: null,
  oldest_ledger_version: null,
  block_height: null,
  oldest_block_height: null,
  ledger_timestamp: null,
  checked_at: null,
}
