import type { Transaction } from 'kysely'
import { balanceKey, tokenKey } from '#lib/evm/decode/token-state.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { NftBalanceRow, NftTokenRow } from '#lib/evm/token-tables.ts'
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

/** The stored ones of these tokens, which may come several times, by `tokenKey`. */
export const readTokens = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  tokens: readonly TokenId[],
): Promise<Map<string, NftTokenRow>> => {
  const ids = new Map(tokens.map((token) => [tokenKey(token), token]))
  const keys = [...ids.values()]
    .map(({ chain, token_address, token_hash }) => ({ chain, token_address, token_hash }))
    .sort(byToken)
  const rows = await store.findMany(transaction, 'evm_nft_tokens', { columns: tokenColumns, keys })
  return new Map(rows.map((row) => [tokenKey(row), row]))
}

/** The stored ones of these balances, which may come several times, by `balanceKey`. */
export const readBalances = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  balances: readonly BalanceId[],
): Promise<Map<string, NftBalanceRow>> => {
  const ids = new Map(balances.map((balance) => [balanceKey(balance), balance]))
  const keys = [...ids.values()].map(({ chain, token_hash, owner }) => ({ chain, token_hash, owner })).sort(byBalance)
  const rows = await store.findMany(transaction, 'evm_nft_balances', { columns: balanceColumns, keys })
  return new Map(rows.map((row) => [balanceKey(row), row]))
}

/** Rows go in the order of their key: neighbours in the tree are written together. */
export const writeTokens = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  stored: ReadonlyMap<string, NftTokenRow>,
  tokens: ReadonlyMap<string, NftTokenRow>,
): Promise<void> => {
  const rows = [...tokens.values()].sort(byToken)
  const isStored = (row: NftTokenRow) => stored.has(tokenKey(row))
  await store.insertMany(
    transaction,
    'evm_nft_tokens',
    rows.filter((row) => !isStored(row)),
  )
  const key = ['chain', 'token_address', 'token_hash'] as const
  await store.upsertMany(transaction, 'evm_nft_tokens', { key, rows: rows.filter(isStored) })
}

export const writeBalances = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  stored: ReadonlyMap<string, NftBalanceRow>,
  balances: ReadonlyMap<string, NftBalanceRow>,
): Promise<void> => {
  const rows = [...balances.values()].sort(byBalance)
  const isStored = (row: NftBalanceRow) => stored.has(balanceKey(row))
  await store.insertMany(
    transaction,
    'evm_nft_balances',
    rows.filter((row) => !isStored(row)),
  )
  const key = ['chain', 'token_hash', 'owner'] as const
  await store.upsertMany(transaction, 'evm_nft_balances', { key, rows: rows.filter(isStored) })
}

const byToken = (a: TokenId, b: TokenId): number =>
  Buffer.compare(a.token_address, b.token_address) || Buffer.compare(a.token_hash, b.token_hash)

const byBalance = (a: BalanceId, b: BalanceId): number =>
  Buffer.compare(a.token_hash, b.token_hash) || Buffer.compare(a.owner, b.owner)
