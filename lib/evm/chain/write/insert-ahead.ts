import type { Transaction } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { blockRows } from '#lib/evm/chain/decode/block-rows.ts'
import { type DaySumsRows, daySums } from '#lib/evm/chain/decode/day-sums.ts'
import { decodableLogs } from '#lib/evm/chain/decode/decodable-logs.ts'
import { ambiguousContracts, decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import { type DecodableLog, keepRows, type TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import { contractKinds } from '#lib/evm/chain/stored/contract-kind.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractKind } from '#lib/evm/chain/tables/token-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { insertTokenRows } from './add-token-rows.ts'
import { lockHistories } from './history-lock.ts'
import { headersOf } from './history-rows.ts'

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
