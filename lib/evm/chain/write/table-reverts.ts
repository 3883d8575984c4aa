import { updateFanout } from '#lib/evm/chain/fanout/update-lists.ts'
import { forgetDoubtful } from '#lib/evm/chain/stored/doubtful-blocks.ts'
import { writeIntervals } from '#lib/evm/chain/stored/intervals.ts'
import { cutBodyIntervals, cutFrameIntervals, cutTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import { takeReadsSince } from '#lib/evm/chain/stored/recent-reads.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { addDaySums } from './add-day-sums.ts'
import { countErc20Transfers } from './count-erc20-transfers.ts'
import { countNftTransfers } from './count-nft-transfers.ts'
import { cutHistoryIntervals } from './cut-history-intervals.ts'
import { transferRows } from './delete-block-rows.ts'
import { restoreTokenStates } from './restore-token-states.ts'
import { revertContracts } from './revert-contracts.ts'
import { revertDocuments } from './revert-documents.ts'
import { revertTransactionKeys, revertWithdrawalAddresses } from './revert-transaction-keys.ts'

/** Rows of a block itself: a reorg deletes them. Blocks are last, because the others are found through them. */
export const rowsOfBlocks = {
  evm_internal_calls: 'block_number',
  evm_internal_transfers: 'block_number',
  evm_internal_frames: 'block_number',
  evm_unmoved_sides: 'block_number',
  evm_replays: 'block_number',
  evm_withdrawals: 'block_number',
  evm_uncles: 'block_number',
  evm_blob_transactions: 'block_number',
  evm_logs: 'block_number',
  evm_transactions: 'block_number',
  evm_blocks: 'number',
} as const

/** Rows derived from the logs of a block, which backfills store without the block: a reorg deletes them. */
export const tokenRows = { ...transferRows, evm_headers: 'number' } as const

type Revert = 'block_number' | 'number' | 'kept' | ((...input: never[]) => unknown)

/**
 * How a reorg reverts each table: by deleting the rows of its blocks, or by the function that restores what is derived from
 * them. A new table does not compile without an entry.
 */
export const tableReverts = {
  ...rowsOfBlocks,
  evm_intervals: writeIntervals,
  evm_trace_intervals: cutTraceIntervals,
  evm_frame_intervals: cutFrameIntervals,
  evm_body_intervals: cutBodyIntervals,
  evm_doubtful_blocks: forgetDoubtful,
  evm_transaction_hashes: revertTransactionKeys,
  evm_wallet_transactions: revertTransactionKeys,
  evm_withdrawal_addresses: revertWithdrawalAddresses,
  evm_days: addDaySums,
  evm_wallet_days: addDaySums,
  ...tokenRows,
  evm_nft_tokens: restoreTokenStates,
  evm_nft_balances: restoreTokenStates,
  evm_nft_collections: countNftTransfers,
  evm_nft_collection_days: countNftTransfers,
  evm_nft_holders: restoreTokenStates,
  evm_erc20_sides: updateFanout,
  evm_nft_sides: updateFanout,
  evm_erc20_tokens: countErc20Transfers,
  evm_erc20_balances: countErc20Transfers,
  evm_erc20_days: countErc20Transfers,
  evm_recent_asks: takeReadsSince,
  evm_nft_metadata: revertDocuments,
  evm_nft_texts: revertDocuments,
  evm_contracts: revertContracts,
  evm_contract_words: revertContracts,
  evm_ratings: revertContracts,
  // Those of contracts created in the blocks, by `forgetAbis`, besides those of contracts without other events.
  evm_abis: revertContracts,
  evm_histories: cutHistoryIntervals,
  evm_history_intervals: cutHistoryIntervals,
  // The position of the index, the decoder of its blocks, which blocks have side rows, previews by URI, proxies and creations as of final blocks, looked-up names,
  // verified sources, and the calldata of simulations.
  evm_chains: 'kept',
  evm_contract_creations: 'kept',
  evm_decodings: 'kept',
  evm_fanouts: 'kept',
  evm_media: 'kept',
  evm_proxies: 'kept',
  evm_signatures: 'kept',
  evm_ens_names: 'kept',
  evm_given_abis: 'kept',
  evm_kept_calldata: 'kept',
  evm_verified_contracts: 'kept',
  evm_verified_sources: 'kept',
  evm_source_texts: 'kept',
  evm_verifications: 'kept',
} as const satisfies Record<keyof EvmTables, Revert>
