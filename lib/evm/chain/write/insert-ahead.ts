import type { Transaction } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { blockRows } from '#lib/evm/chain/decode/block-rows.ts'
import { type DaySumsRows, daySums } from '#lib/evm/chain/decode/day-sums.ts'
import { ambiguousContracts, decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import { type DecodableLog, decodableLogs, keepRows, type TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import { updateFanout } from '#lib/evm/chain/fanout/update-lists.ts'
import { contractKinds } from '#lib/evm/chain/stored/contract-kind.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractKind } from '#lib/evm/chain/tables/token-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { insertTokenRows } from './add-token-rows.ts'
import { lockHistories } from './append-history.ts'
import { revertTokenRows } from './revert-blocks.ts'

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
const headersOf = async (
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

/** What was written before the lock of the chain's row. */
export type RowsAhead = {
  sums: DaySumsRows
  tokens: TokenRows
  /** The logs that `tokens` were decoded from, with these kinds of their contracts. */
  logs: readonly DecodableLog[]
  kinds: ReadonlyMap<Hex, ContractKind | null>
  /** The logs of contracts of which a backfill has stored rows of these blocks: these are still to be decoded. */
  heldBack: readonly DecodableLog[]
}

/** Inserts rows of leased blocks before the chain is locked, skipping contracts that a backfill may have written. */
export const insertAhead = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  blocks: readonly EvmBlock[],
): Promise<RowsAhead> => {
  const sums = await insertBlocks(store, transaction, chain, blocks)
  await lockHistories(transaction, chain, 'shared')
  const logs = decodableLogs(blocks)
  const backfilled = await backfilledContracts(store, transaction, chain, { blocks, logs })
  const [heldBack, free] = splitLogs(logs, backfilled)
  const kinds = await contractKinds(store, transaction, chain, ambiguousContracts(free))
  const tokens = decodeTokens(chain, free, (address) => kinds.get(address))
  await insertTokenRows(store, transaction, tokens)
  return { sums, tokens, logs: free, kinds, heldBack }
}

/**
 * Once the chain is locked: deletes the token rows of contracts that have become known as another kind since, and holds their
 * logs back.
 */
export const withoutChangedKinds = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  ahead: RowsAhead,
): Promise<RowsAhead> => {
  const contracts = ambiguousContracts(ahead.logs)
  const kinds = await contractKinds(store, transaction, chain, contracts)
  const changed = new Set(contracts.filter((address) => isErc721(kinds, address) !== isErc721(ahead.kinds, address)))
  if (changed.size === 0) return ahead
  const isKept = ({ token_address }: { token_address: Uint8Array }) => !changed.has(toHex(token_address))
  for (const [table, rows] of [
    ['evm_erc20_transfers', ahead.tokens.erc20Transfers],
    ['evm_erc20_approvals', ahead.tokens.erc20Approvals],
    ['evm_nft_transfers', ahead.tokens.nftTransfers],
  ] as const) {
    const keys = rows
      .filter((row) => !isKept(row))
      .map(({ block_number, log_index }) => ({ chain, block_number, log_index }))
    await store.deleteMany(transaction, table, keys)
  }
  const contractsKept = new Map([...ahead.tokens.contracts].filter(([address]) => !changed.has(address)))
  const tokens = { ...keepRows(ahead.tokens, isKept), contracts: contractsKept }
  const [again, logs] = splitLogs(ahead.logs, changed)
  return { ...ahead, tokens, logs, heldBack: [...ahead.heldBack, ...again] }
}

/** Writes what follows from each block alone; returns the daily sums of them all. */
export const insertBlocks = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  blocks: readonly EvmBlock[],
): Promise<DaySumsRows> => {
  const rows = blockRows(chain, blocks)
  await store.insertMany(transaction, 'evm_blocks', rows.blocks)
  await store.insertMany(transaction, 'evm_transactions', rows.transactions)
  await store.insertMany(transaction, 'evm_logs', rows.logs)
  await store.insertMany(transaction, 'evm_transaction_hashes', rows.hashes)
  await store.insertMany(transaction, 'evm_wallet_transactions', rows.walletTransactions)
  await store.insertMany(transaction, 'evm_withdrawals', rows.withdrawals)
  await store.insertMany(transaction, 'evm_withdrawal_addresses', rows.withdrawalAddresses)
  await store.insertMany(transaction, 'evm_uncles', rows.uncles)
  await store.insertMany(transaction, 'evm_blob_transactions', rows.blobs)
  return daySums(rows.blocks, rows.transactions)
}

/** All of them if a backfill read another branch, whose rows of a block are then deleted. */
const backfilledContracts = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  { blocks, logs }: { blocks: readonly EvmBlock[]; logs: readonly DecodableLog[] },
): Promise<Set<Hex>> => {
  const contracts = [...new Set(logs.map(({ address }) => address))]
  const headers = await headersOf(transaction, chain, blocks)
  if (headers.some(({ isOther }) => isOther)) return new Set(contracts)
  const [first, last] = [blocks[0]?.number ?? 0, blocks.at(-1)?.number ?? 0]
  const intervals = await store.findMany(transaction, 'evm_history_intervals', {
    columns: ['address', 'first_block', 'last_block'],
    keys: contracts.map((address) => ({ chain, address: toBytes(address) })),
  })
  return new Set(
    intervals
      .filter(({ first_block, last_block }) => first_block <= last && last_block >= first)
      .map(({ address }) => toHex(address)),
  )
}

/** The logs of these contracts, and those of others. */
const splitLogs = (
  logs: readonly DecodableLog[],
  contracts: ReadonlySet<Hex>,
): [ofThese: DecodableLog[], ofOthers: DecodableLog[]] => [
  logs.filter(({ address }) => contracts.has(address)),
  logs.filter(({ address }) => !contracts.has(address)),
]

const isErc721 = (kinds: RowsAhead['kinds'], address: Hex): boolean => kinds.get(address) === 'ERC721'
