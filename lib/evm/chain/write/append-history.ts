import { sql, type Transaction } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import { type DecodableLog, keepRows } from '#lib/evm/chain/decode/token-rows.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { contractKind } from '#lib/evm/chain/stored/contract-kind.ts'
import { readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { HeaderRow, HistoryRow } from '#lib/evm/chain/tables/token-tables.ts'
import { type BlockRange, mergeRanges, subtractRanges } from '#lib/indexing/intervals.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import { isPostgres } from '#lib/store/dialect.ts'
import type { Store } from '#lib/store/store.ts'
import { addTokenRows } from './add-token-rows.ts'
import { countStoredTransfers } from './count-transfers.ts'
import { restoreTokenStates } from './restore-token-states.ts'

/**
 * Keeps backfills of contracts from storing the same rows as ranges that are written before their chain is locked: ranges share
 * this lock, a backfill has it alone. Always taken before the lock of the chain's row, and held to the end of the
 * transaction. SQLite has one writer at a time anyway.
 */
export const lockHistories = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  mode: 'shared' | 'alone',
): Promise<void> => {
  if (!isPostgres(transaction)) return
  const take = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${take}(hashtextextended(${`evm histories of ${chain}`}, 0))`.execute(transaction)
}

/** Every token log of one contract in blocks first..last, all of them final. */
export type HistoryPart = {
  address: Hex
  range: BlockRange
  logs: readonly DecodableLog[]
  /** Hash and time of each block that a log is in. */
  headers: readonly { number: number; hash: Hex; timestamp: number }[]
}

/** Values of one `in (…)` or `values …`; SQLite takes 32,766, and a header has four. */
const headersPerStatement = 1_000

/**
 * Stores a part of a contract's backfill in one transaction: rows, headers, and the covered blocks. Blocks that the
 * index or another worker already covers are skipped. Returns how many transfers and approvals were added, and for how
 * many milliseconds other writers of the chain were blocked.
 */
export const appendHistory = async (
  store: Store<EvmTables>,
  chain: number,
  { address, range, logs, headers }: HistoryPart,
  speeds: Pick<HistoryRow, 'rows_per_second' | 'blocks_per_second'>,
): Promise<{ rows: number; heldMs: number }> => {
  const contract = toBytes(address)
  const kindBefore = await contractKind(store.db, chain, contract)
  const decoded = decodeTokens(chain, logs, () => kindBefore)
  let heldSince = performance.now()
  const rows = await store.db.transaction().execute(async (transaction) => {
    await lockHistories(transaction, chain, 'alone')
    await writeChainRow(transaction, chain, {})
    heldSince = performance.now()
    const own = await readHistoryIntervals(transaction, chain, address)
    const missing = subtractRanges([range], [...own, ...(await readIntervals(transaction, chain))])
    const isMissing = (number: number) => missing.some(({ first, last }) => first <= number && number <= last)
    const kind = await contractKind(transaction, chain, contract)
    const all = kind === kindBefore ? decoded : decodeTokens(chain, logs, () => kind)
    const rows = keepRows(all, (row) => isMissing(row.block_number))
    const rowCount = rows.nftTransfers.length + rows.erc20Transfers.length + rows.erc20Approvals.length
    await addHeaders(
      transaction,
      headers
        .filter(({ number }) => isMissing(number))
        .map(({ number, hash, timestamp }) => ({ chain, number, timestamp, hash: toBytes(hash) })),
    )
    await addTokenRows(store, transaction, chain, { rows })
    await writeHistoryIntervals(transaction, chain, address, mergeRanges([...own, ...missing]))
    await transaction
      .updateTable('evm_histories')
      .set((update) => ({ row_count: update('row_count', '+', rowCount), error: null, ...speeds }))
      .where('chain', '=', chain)
      .where('address', '=', contract)
      .execute()
    return rowCount
  })
  return { rows, heldMs: performance.now() - heldSince }
}

export const addHeaders = async (transaction: Transaction<EvmTables>, rows: readonly HeaderRow[]): Promise<void> => {
  for (const batch of batchesOf(rows, headersPerStatement))
    await transaction
      .insertInto('evm_headers')
      .values(batch)
      .onConflict((conflict) => conflict.columns(['chain', 'number']).doNothing())
      .execute()
}

export const readHistoryIntervals = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  address: Hex,
): Promise<BlockRange[]> => {
  const rows = await transaction
    .selectFrom('evm_history_intervals')
    .select(['first_block as first', 'last_block as last'])
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .orderBy('first_block')
    .execute()
  return rows
}

/** There are few, because parts are adjacent. */
const writeHistoryIntervals = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  address: Hex,
  ranges: readonly BlockRange[],
): Promise<void> => {
  await transaction
    .deleteFrom('evm_history_intervals')
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .execute()
  if (!ranges.length) return
  await transaction
    .insertInto('evm_history_intervals')
    .values(
      ranges.map(({ first, last }) => ({ chain, address: toBytes(address), first_block: first, last_block: last })),
    )
    .execute()
}

export const transferTables = ['evm_nft_transfers', 'evm_erc20_transfers', 'evm_erc20_approvals'] as const

export type DeletedToken = { chain: number; token_address: Uint8Array }

/** All rows of one contract in these blocks; its tokens and balances are recomputed from the other transfers. */
export const deleteTokenRows = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  { chain, token_address }: DeletedToken,
  { first, last }: BlockRange,
): Promise<void> => {
  const removed = await transaction
    .selectFrom('evm_nft_transfers')
    .selectAll()
    .where('chain', '=', chain)
    .where('token_address', '=', token_address)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .execute()
  const erc20Transfers = await transaction
    .selectFrom('evm_erc20_transfers')
    .selectAll()
    .where('chain', '=', chain)
    .where('token_address', '=', token_address)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .execute()
  await countStoredTransfers({ store, transaction, chain }, { erc20Transfers, nftTransfers: removed }, { sign: -1 })
  for (const table of transferTables)
    await transaction
      .deleteFrom(table)
      .where('chain', '=', chain)
      .where('token_address', '=', token_address)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .execute()
  await restoreTokenStates(store, transaction, { first, last }, removed)
}

/**
 * Deletes the newest blocks of a contract's backfill, with about `rowsMax` rows, in one transaction. Rows of blocks that the
 * index covers stay. Returns whether there were any blocks.
 */
export const dropNewestOfHistory = (
  store: Store<EvmTables>,
  chain: number,
  address: Hex,
  rowsMax: number,
): Promise<boolean> =>
  store.db.transaction().execute(async (transaction) => {
    await lockHistories(transaction, chain, 'alone')
    await writeChainRow(transaction, chain, {})
    const own = await readHistoryIntervals(transaction, chain, address)
    const newest = own.at(-1)
    if (!newest) return false
    const token = { chain, token_address: toBytes(address) }
    const dropped = await newestBlocks(transaction, token, newest, rowsMax)
    for (const blocks of subtractRanges([dropped], await readIntervals(transaction, chain)))
      await deleteTokenRows(store, transaction, token, blocks)
    await writeHistoryIntervals(transaction, chain, address, subtractRanges(own, [dropped]))
    return true
  })

const newestBlocks = async (
  transaction: Transaction<EvmTables>,
  { chain, token_address }: { chain: number; token_address: Uint8Array },
  { first, last }: BlockRange,
  rowsMax: number,
): Promise<BlockRange> => {
  let from = first
  for (const table of transferTables) {
    const row = await transaction
      .selectFrom(table)
      .select('block_number')
      .where('chain', '=', chain)
      .where('token_address', '=', token_address)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .orderBy('block_number', 'desc')
      .offset(rowsMax)
      .limit(1)
      .executeTakeFirst()
    from = Math.max(from, row?.block_number ?? first)
  }
  return { first: from, last }
}
