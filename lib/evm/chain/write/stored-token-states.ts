import type { Transaction } from 'kysely'
import { balanceKey, tokenKey } from '#lib/evm/chain/decode/token-state.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftBalanceRow, NftTokenRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { Store } from '#lib/store/store.ts'

type TokenId = Pick<NftTokenRow, 'chain' | 'token_address' | 'token_hash'>
type BalanceId = Pick<NftBalanceRow, 'chain' | 'token_hash' | 'owner'>

const tokenColumns = [
  'chain',
  'token_address',
  'token_hash',
  'token_id',
  'standard',
  'owner',
  'supply',
  'first_block',
  'minted_block',
  'minted_log',
  'minted_batch',
  'minter',
  'minted_transaction',
  'changed_block',
  'changed_log',
  'changed_batch',
] as const satisfies readonly (keyof NftTokenRow)[]

const balanceColumns = [
  'chain',
  'token_address',
  'token_hash',
  'token_id',
  'owner',
  'amount',
  'is_held',
  'changed_block',
  'changed_log',
  'changed_batch',
] as const satisfies readonly (keyof NftBalanceRow)[]

/** The stored rows of these tokens; input and output by `tokenKey`. */
export const readTokens = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  tokens: ReadonlyMap<string, TokenId>,
): Promise<Map<string, NftTokenRow>> => {
  const keys = inKeyOrder(tokens).map(([, { chain, token_address, token_hash }]) => ({
    chain,
    token_address,
    token_hash,
  }))
  const rows = await store.findMany(transaction, 'evm_nft_tokens', { columns: tokenColumns, keys })
  return new Map(rows.map((row) => [tokenKey(row), row]))
}

/** The stored rows of these balances; input and output by `balanceKey`. */
export const readBalances = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  balances: ReadonlyMap<string, BalanceId>,
): Promise<Map<string, NftBalanceRow>> => {
  const keys = inKeyOrder(balances).map(([, { chain, token_hash, owner }]) => ({ chain, token_hash, owner }))
  const rows = await store.findMany(transaction, 'evm_nft_balances', { columns: balanceColumns, keys })
  return new Map(rows.map((row) => [balanceKey(row), row]))
}

export const writeTokens = (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  stored: ReadonlyMap<string, NftTokenRow>,
  tokens: ReadonlyMap<string, NftTokenRow>,
): Promise<void> =>
  write(store, transaction, 'evm_nft_tokens', { key: ['chain', 'token_address', 'token_hash'], stored, rows: tokens })

export const writeBalances = (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  stored: ReadonlyMap<string, NftBalanceRow>,
  balances: ReadonlyMap<string, NftBalanceRow>,
): Promise<void> =>
  write(store, transaction, 'evm_nft_balances', { key: ['chain', 'token_hash', 'owner'], stored, rows: balances })

const write = async <Table extends 'evm_nft_tokens' | 'evm_nft_balances'>(
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  table: Table,
  {
    key,
    stored,
    rows,
  }: {
    key: readonly (keyof EvmTables[Table] & string)[]
    stored: ReadonlyMap<string, EvmTables[Table]>
    rows: ReadonlyMap<string, EvmTables[Table]>
  },
): Promise<void> => {
  const added: EvmTables[Table][] = []
  const changed: EvmTables[Table][] = []
  for (const [text, row] of inKeyOrder(rows)) (stored.has(text) ? changed : added).push(row)
  await store.insertMany(transaction, table, added)
  await store.upsertMany(transaction, table, { key, rows: changed })
}

/** In key order, so that neighbours in the index are read and written together. */
const inKeyOrder = <Value>(values: ReadonlyMap<string, Value>): [string, Value][] =>
  [...values].sort(([a], [b]) => (a < b ? -1 : 1))
