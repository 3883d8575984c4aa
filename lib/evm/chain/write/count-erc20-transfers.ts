import type { Transaction } from 'kysely'
import { fromSortable, sortableZero, toSortable } from '#lib/base/sortable-integer.ts'
import {
  type BalanceState,
  bytesKey,
  type Counting,
  countTransfers,
  holderKey,
} from '#lib/evm/chain/decode/erc20-balances.ts'
import type { WriteContext } from '#lib/evm/chain/stored/blocks-of-transfers.ts'
import type { Erc20TokenRow } from '#lib/evm/chain/tables/erc20-balance-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { daysOfBlocks } from './count-nft-transfers.ts'

/**
 * Updates tokens, their days and their kept balances by these transfers, which the caller stores or deletes in this
 * transaction. The times of their blocks are stored. With `keepsNew`, the balances of tokens without earlier transfers
 * are kept from here on; those of others are built once their transfers are complete.
 */
export const countErc20Transfers = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  transfers: readonly Erc20TransferRow[],
  { sign, keepsNew = false }: { sign: 1 | -1; keepsNew?: boolean },
): Promise<void> => {
  if (transfers.length === 0) return
  const context = { store, transaction, chain }
  const tokens = await tokensOf(context, transfers, keepsNew)
  await countInto(context, tokens, transfers, {
    sign,
    countsBalances: ({ token_address, block_number }) => {
      const builtTo = tokens.get(bytesKey(token_address))?.built_to
      return builtTo === null || (builtTo !== undefined && block_number <= builtTo)
    },
  })
}

/** Counts transfers of these tokens, whose rows are written back with the sums. */
export const countInto = async (
  context: WriteContext,
  tokens: ReadonlyMap<string, Erc20TokenRow>,
  transfers: readonly Erc20TransferRow[],
  counting: Omit<Counting, 'dayOf'>,
): Promise<void> => {
  const days = await daysOfBlocks(context, transfers)
  const stored = await storedBalances(context, transfers.filter(counting.countsBalances))
  const state: BalanceState = {
    tokens: new Map([...tokens].map(([key, row]) => [key, { ...row, supply: fromSortable(row.supply) }])),
    balances: new Map(stored),
    days: new Map(),
  }
  countTransfers(state, transfers, { ...counting, dayOf: (block) => days.get(block) ?? 0 })
  await writeBalances(context, stored, state)
  await writeDays(context, state)
  await writeTokens(context, tokens, state)
}

const distinct = (keys: Iterable<string>): Uint8Array[] =>
  [...new Set(keys)].sort().map((key) => Buffer.from(key, 'latin1'))

/** The tokens of these transfers, with new ones at zero. */
const tokensOf = async (
  { store, transaction, chain }: WriteContext,
  transfers: readonly Erc20TransferRow[],
  keepsNew: boolean,
): Promise<Map<string, Erc20TokenRow>> => {
  const addresses = distinct(transfers.map(({ token_address }) => bytesKey(token_address)))
  const rows = await store.findMany(transaction, 'evm_erc20_tokens', {
    columns: ['chain', 'first_block', 'transfers', 'holders', 'overdrawn', 'built_to', 'token_address', 'supply'],
    keys: addresses.map((token_address) => ({ chain, token_address })),
  })
  const tokens = new Map(rows.map((row) => [bytesKey(row.token_address), row]))
  if (tokens.size === addresses.length) return tokens
  const built_to = keepsNew ? null : -1
  for (const token_address of addresses)
    if (!tokens.has(bytesKey(token_address)))
      tokens.set(bytesKey(token_address), {
        ...{ chain, first_block: Number.MAX_SAFE_INTEGER, transfers: 0, holders: 0, overdrawn: 0, built_to },
        ...{ token_address, supply: sortableZero },
      })
  return tokens
}

const storedBalances = async (
  { store, transaction, chain }: WriteContext,
  transfers: readonly Erc20TransferRow[],
): Promise<Map<string, bigint>> => {
  const keys = distinct(
    transfers.flatMap(({ token_address, from_address, to_address }) => [
      holderKey(token_address, from_address),
      holderKey(token_address, to_address),
    ]),
  ).map((key) => ({ chain, token_address: key.subarray(0, 20), holder: key.subarray(20) }))
  const columns = ['token_address', 'holder', 'balance'] as const
  const rows = await store.findMany(transaction, 'evm_erc20_balances', { columns, keys })
  return new Map(rows.map((row) => [holderKey(row.token_address, row.holder), fromSortable(row.balance)]))
}

const writeBalances = async (
  { store, transaction, chain }: WriteContext,
  stored: ReadonlyMap<string, bigint>,
  { balances }: BalanceState,
): Promise<void> => {
  const changed = [...balances]
    .filter(([key, balance]) => balance !== (stored.get(key) ?? 0n))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, balance]) => {
      const bytes = Buffer.from(key, 'latin1')
      return {
        isStored: stored.has(key),
        balance,
        chain,
        token_address: bytes.subarray(0, 20),
        holder: bytes.subarray(20),
      }
    })
  await store.upsertMany(transaction, 'evm_erc20_balances', {
    key: ['chain', 'token_address', 'holder'],
    rows: changed
      .filter(({ balance }) => balance !== 0n)
      .map(({ token_address, holder, balance }) => ({ chain, token_address, holder, balance: toSortable(balance) })),
  })
  await store.deleteMany(
    transaction,
    'evm_erc20_balances',
    changed
      .filter(({ balance, isStored }) => balance === 0n && isStored)
      .map(({ token_address, holder }) => ({ chain, token_address, holder })),
  )
}

const writeDays = async ({ store, transaction, chain }: WriteContext, { days }: BalanceState): Promise<void> => {
  const changes = [...days].flatMap(([token, ofToken]) =>
    [...ofToken].map(([day, sums]) => ({ chain, day, token_address: Buffer.from(token, 'latin1'), ...sums })),
  )
  const keys = changes.map(({ token_address, day }) => ({ chain, token_address, day }))
  const columns = ['token_address', 'day', 'transfers', 'holders', 'supply'] as const
  const rows = await store.findMany(transaction, 'evm_erc20_days', { columns, keys })
  const before = new Map(rows.map((row) => [`${bytesKey(row.token_address)}${row.day}`, row]))
  const sums = changes.map((change) => {
    const row = before.get(`${bytesKey(change.token_address)}${change.day}`)
    return {
      ...change,
      transfers: change.transfers + (row?.transfers ?? 0),
      holders: change.holders + (row?.holders ?? 0),
      supply: row?.supply === null ? null : toSortable(change.supply + (row ? fromSortable(row.supply) : 0n)),
    }
  })
  await store.upsertMany(transaction, 'evm_erc20_days', {
    key: ['chain', 'token_address', 'day'],
    rows: sums.filter(({ transfers }) => transfers > 0),
  })
  await store.deleteMany(
    transaction,
    'evm_erc20_days',
    sums.filter(({ transfers }) => transfers === 0).map(({ token_address, day }) => ({ chain, token_address, day })),
  )
}

/** A token without transfers is deleted: on another branch it may be another contract. */
const writeTokens = async (
  { store, transaction, chain }: WriteContext,
  stored: ReadonlyMap<string, Erc20TokenRow>,
  { tokens }: BalanceState,
): Promise<void> => {
  const rows = [...stored].flatMap(([key, row]) => {
    const sums = tokens.get(key)
    return sums ? [{ ...row, ...sums, supply: toSortable(sums.supply) }] : []
  })
  await store.upsertMany(transaction, 'evm_erc20_tokens', {
    key: ['chain', 'token_address'],
    rows: rows.filter(({ transfers }) => transfers > 0),
  })
  await store.deleteMany(
    transaction,
    'evm_erc20_tokens',
    rows.filter(({ transfers }) => transfers === 0).map(({ token_address }) => ({ chain, token_address })),
  )
}
