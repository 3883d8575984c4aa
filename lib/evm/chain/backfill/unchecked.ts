import type { HistoryCheckColumns } from '#lib/evm/chain/tables/token-tables.ts'

/** The columns of a history whose check has not started. */
export const unchecked: HistoryCheckColumns = {
  check_state: 'pending',
  check_reason: null,
  check_block: null,
  checked_at: null,
  check_step: null,
  check_place: null,
}
