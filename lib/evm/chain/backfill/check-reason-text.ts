import type { HistoryCheckReason } from '#lib/evm/chain/tables/token-tables.ts'

/** Why a history is not verified, for pages and the API. */
export const checkReasonText = (reason: HistoryCheckReason, block: number | null): string => {
  const at = block === null ? 'the last indexed block' : `block ${block}`
  return {
    no_state: `Not verified: no node keeps the state of ${at}.`,
    no_answers: `Not verified: at ${at} the contract does not return balances or owners.`,
    state_differs:
      `Not verified: at ${at} balances or owners differ from the indexed transfers, and a second read found no other transfers. ` +
      'Tokens that rebase, charge fees or credit balances without events differ by design.',
    events_missing: `Not verified: up to ${at} the nodes omit events of this contract that their own blocks contain.`,
  }[reason]
}
