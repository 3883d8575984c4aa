import type { Transaction } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { keepRows, type TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import { updateFanout } from '#lib/evm/chain/fanout/update-lists.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { revertTokenRows } from './revert-token-rows.ts'

type Log = { block_number: number; log_index: number }

/**
 * Rows of blocks being stored, without those that a contract's backfill already stored: these stay, and get the value
 * of their transaction, which the backfill did not have. If it read another branch, its rows are deleted.
 */
export const withoutHistoryRows = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  { blocks, rows }: { blocks: readonly EvmBlock[]; rows: TokenRows },
): Promise<TokenRows> => {
  const [first] = blocks
  const last = blocks.at(-1)
  if (!first || !last || !(await isInHistory(transaction, chain, first.number, last.number))) return rows
  await dropHeaders(store, transaction, chain, blocks)

  const nftLogs = await storedLogs(transaction, 'evm_nft_transfers', chain, { first: first.number, last: last.number })
  const others = await Promise.all(
    (['evm_erc20_transfers', 'evm_erc20_approvals'] as const).map((table) =>
      storedLogs(transaction, table, chain, { first: first.number, last: last.number }),
    ),
  )
  // Every table counts: a contract's kind, and with it where a log's rows belong, may be about to change.
  const stored = [nftLogs, ...others]
  const isFresh = (row: Log) => !stored.some((logs) => logs.has(logKey(row)))
  const valued = rows.nftTransfers.filter((row) => nftLogs.has(logKey(row)))
  await store.upsertMany(transaction, 'evm_nft_transfers', {
    key: ['chain', 'block_number', 'log_index', 'batch_index'],
    rows: valued,
  })
  const context = { store, transaction, chain }
  const changed = { erc20Transfers: [], nftTransfers: valued }
  await updateFanout(context, changed, -1)
  await updateFanout(context, changed, 1)
  return keepRows(rows, isFresh)
}

const isInHistory = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  first: number,
  last: number,
): Promise<boolean> => {
  const interval = await transaction
    .selectFrom('evm_history_intervals')
    .select('first_block')
    .where('chain', '=', chain)
    .where('first_block', '<=', last)
    .where('last_block', '>=', first)
    .limit(1)
    .executeTakeFirst()
  return interval !== undefined
}

/** A stored block needs no separate header; a different hash means that the rows are of another branch. */
const dropHeaders = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  blocks: readonly EvmBlock[],
): Promise<void> => {
  const known = await headersOf(transaction, chain, blocks)
  for (const { number, isOther } of known)
    if (isOther) await revertTokenRows(store, transaction, chain, { first: number, last: number })
  await store.deleteMany(
    transaction,
    'evm_headers',
    known.map(({ number }) => ({ chain, number })),
  )
}

/** The headers that backfills stored of these blocks, and whether each is of another block with the same number. */
export const headersOf = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  blocks: readonly EvmBlock[],
): Promise<{ number: number; isOther: boolean }[]> => {
  const hashes = new Map(blocks.map(({ number, hash }) => [number, hash]))
  const headers = await transaction
    .selectFrom('evm_headers')
    .select(['number', 'hash'])
    .where('chain', '=', chain)
    .where('number', '>=', Math.min(...hashes.keys()))
    .where('number', '<=', Math.max(...hashes.keys()))
    .execute()
  return headers
    .filter(({ number }) => hashes.has(number))
    .map(({ number, hash }) => ({ number, isOther: hashes.get(number) !== toHex(hash) }))
}

const storedLogs = async (
  transaction: Transaction<EvmTables>,
  table: 'evm_nft_transfers' | 'evm_erc20_transfers' | 'evm_erc20_approvals',
  chain: number,
  { first, last }: { first: number; last: number },
): Promise<Set<string>> => {
  const rows = await transaction
    .selectFrom(table)
    .select(['block_number', 'log_index'])
    .distinct()
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .execute()
  return new Set(rows.map(logKey))
}

const logKey = ({ block_number, log_index }: Log): string => `${block_number}.${log_index}`
