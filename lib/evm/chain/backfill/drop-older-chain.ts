import { toHex } from '#lib/base/bytes.ts'
import { hexNumber } from '#lib/base/hex.ts'
import { decoderVersion } from '#lib/evm/chain/decode/decoder-version.ts'
import { parseHeader } from '#lib/evm/chain/rpc/parse.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { HistoryCheckColumns } from '#lib/evm/chain/tables/token-tables.ts'
import { revertTokenRows } from '#lib/evm/chain/write/revert-blocks.ts'
import { subtractRanges } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'

/** The columns of a history whose check has not started. */
export const unchecked: HistoryCheckColumns = {
  check_state: 'pending',
  check_reason: null,
  check_block: null,
  checked_at: null,
  check_step: null,
  check_place: null,
}

/**
 * Detects a restarted devnet, whose backfills belong to a chain that no longer exists: if the node has a different
 * block, or none, at their newest header, the backfills start again. Returns whether they do.
 */
export const dropHistoriesOfOlderChain = async (
  store: Store<EvmTables>,
  chain: number,
  pool: NodePool,
  signal?: AbortSignal,
): Promise<boolean> => {
  const newest = await store.db
    .selectFrom('evm_headers')
    .select(['number', 'hash'])
    .where('chain', '=', chain)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return false
  const block = await pool.call('eth_getBlockByNumber', [hexNumber(newest.number), false], { signal })
  if (block !== null && parseHeader(block).hash === toHex(newest.hash)) return false
  await store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    const everything = { first: 0, last: Number.MAX_SAFE_INTEGER }
    for (const { first, last } of subtractRanges([everything], await readIntervals(transaction, chain)))
      await revertTokenRows(store, transaction, chain, { first, last })
    await transaction.deleteFrom('evm_history_intervals').where('chain', '=', chain).execute()
    await transaction
      .updateTable('evm_histories')
      .set({
        started_at: null,
        synced_at: null,
        first_block: null,
        target_block: null,
        row_count: 0,
        error: null,
        outcome: null,
        decoder_version: decoderVersion,
        ...unchecked,
      })
      .where('chain', '=', chain)
      .execute()
  })
  return true
}
