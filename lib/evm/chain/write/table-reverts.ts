import { sql, type Transaction } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import { hashPrefix, participants, unpackedWithdrawals } from '#lib/evm/chain/decode/block-rows.ts'
import { updateFanout } from '#lib/evm/chain/fanout/update-lists.ts'
import { forgetDoubtful } from '#lib/evm/chain/stored/doubtful-blocks.ts'
import {
  cutBodyIntervals,
  cutFrameIntervals,
  cutTraceIntervals,
  writeIntervals,
} from '#lib/evm/chain/stored/part-intervals.ts'
import { takeReadsSince } from '#lib/evm/chain/stored/recent-reads.ts'
import type { EvmTables, TransactionRow } from '#lib/evm/chain/tables/tables.ts'
import { type BlockRange, cutRanges } from '#lib/indexing/intervals.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'
import { addDaySums } from './add-day-sums.ts'
import { countErc20Transfers } from './count-erc20-transfers.ts'
import { countNftTransfers } from './count-nft-transfers.ts'
import { restoreTokenStates } from './restore-token-states.ts'
import { revertContracts } from './revert-contracts.ts'
import { revertDocuments } from './revert-documents.ts'

/** Values of one `in (…)`; SQLite takes 32,766. */
const valuesPerStatement = 1_000

type RevertedTransaction = Pick<TransactionRow, 'hash' | 'from_address' | 'to_address' | 'contract_address'>

/** Deletes the entries of these transactions, all of these blocks, by their wallets and their hashes. */
export const revertTransactionKeys = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  { first, last }: BlockRange,
  rows: readonly RevertedTransaction[],
): Promise<void> => {
  for (const addresses of batchesOf(distinct(rows.flatMap(participants)), valuesPerStatement))
    await transaction
      .deleteFrom('evm_wallet_transactions')
      .where('chain', '=', chain)
      .where('address', 'in', addresses)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .execute()
  for (const prefixes of batchesOf(distinct(rows.map(({ hash }) => hashPrefix(hash))), valuesPerStatement))
    await transaction
      .deleteFrom('evm_transaction_hashes')
      .where('chain', '=', chain)
      .where('hash_prefix', 'in', prefixes)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .execute()
}

/** Deletes the entries of these blocks by the addresses that they paid. Await it before their withdrawals are deleted. */
export const revertWithdrawalAddresses = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  { first, last }: BlockRange,
): Promise<void> => {
  const rows = await transaction
    .selectFrom('evm_withdrawals')
    .select('packed')
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .execute()
  const paid = rows.flatMap(({ packed }) => unpackedWithdrawals(packed).map(({ address }) => toBytes(address)))
  for (const addresses of batchesOf(distinct(paid), valuesPerStatement))
    await transaction
      .deleteFrom('evm_withdrawal_addresses')
      .where('chain', '=', chain)
      .where('address', 'in', addresses)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .execute()
}

/** A contract created in these blocks may be a different one, or absent, on the new branch. */
export const forgetAbis = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  rows: readonly RevertedTransaction[],
): Promise<void> => {
  for (const addresses of batchesOf(
    rows.flatMap(({ contract_address }) => contract_address ?? []),
    valuesPerStatement,
  ))
    await transaction.deleteFrom('evm_abis').where('chain', '=', chain).where('address', 'in', addresses).execute()
}

const distinct = (values: readonly Uint8Array[]): Uint8Array[] => [
  ...new Map(values.map((value) => [Buffer.from(value).toString('latin1'), value])).values(),
]

/** Backfills no longer cover these blocks, and are checked again. */
export const cutHistoryIntervals = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  { first, last }: BlockRange,
): Promise<void> => {
  const overlapping = await transaction
    .selectFrom('evm_history_intervals')
    .selectAll()
    .where('chain', '=', chain)
    .where('first_block', '<=', last)
    .where('last_block', '>=', first)
    .execute()
  await transaction
    .updateTable('evm_histories')
    .set({ check_state: 'pending', check_reason: null, check_step: null, check_place: null })
    .where('chain', '=', chain)
    .where('check_block', '>=', first)
    .execute()
  await store.deleteMany(
    transaction,
    'evm_history_intervals',
    overlapping.map(({ address, first_block }) => ({ chain, address, first_block })),
  )
  await store.insertMany(
    transaction,
    'evm_history_intervals',
    overlapping.flatMap(({ address, first_block, last_block }) =>
      cutRanges([{ first: first_block, last: last_block }], [{ first, last }]).map((left) => ({
        chain,
        address,
        first_block: left.first,
        last_block: left.last,
      })),
    ),
  )
}

/** The column of a table that contains the number of the block that a row is of. */
type BlockColumns = { readonly [Table in keyof EvmTables]?: 'block_number' | 'number' }

export const transferRows = {
  evm_nft_transfers: 'block_number',
  evm_erc20_transfers: 'block_number',
  evm_erc20_approvals: 'block_number',
} as const satisfies BlockColumns

/** Deletes the rows of these blocks from each of the tables. */
export const deleteBlockRows = async (
  transaction: Transaction<EvmTables>,
  columns: BlockColumns,
  chain: number,
  { first, last }: BlockRange,
): Promise<void> => {
  for (const [table, column] of Object.entries(columns))
    await sql`delete from ${sql.table(table)}
      where chain = ${chain} and ${sql.ref(column)} >= ${first} and ${sql.ref(column)} <= ${last}`.execute(transaction)
}

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
