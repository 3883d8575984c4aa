import type { Transaction } from 'kysely'
import { dayOf } from '#lib/evm/chain/decode/day-sums.ts'
import { bytesKey } from '#lib/evm/chain/decode/erc20-balances.ts'
import { blocksOfTransfers, type WriteContext } from '#lib/evm/chain/stored/blocks-of-transfers.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { Store } from '#lib/store/store.ts'

/** The UTC day of each block. */
export const daysOfBlocks = async (
  ...[context, transfers]: Parameters<typeof blocksOfTransfers>
): Promise<Map<number, number>> => {
  const blocks = await blocksOfTransfers(context, transfers)
  return new Map([...blocks].map(([number, { block_timestamp }]) => [number, dayOf(block_timestamp)]))
}

/**
 * Adds transfers, which the caller stores or deletes in this transaction, to the sums of their collections and days, or
 * subtracts them. The times of their blocks are stored. Owners are counted with the NFTs, see `countNftOwners`.
 */
export const countNftTransfers = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  transfers: readonly NftTransferRow[],
  sign: 1 | -1,
): Promise<void> => {
  if (transfers.length === 0) return
  const context = { store, transaction, chain }
  await countTransfers(context, transfers, sign)
  await countDays(context, transfers, sign)
}

/** A collection without transfers is deleted: on another branch it may be another contract. */
const countTransfers = async (
  { store, transaction, chain }: WriteContext,
  transfers: readonly NftTransferRow[],
  sign: 1 | -1,
): Promise<void> => {
  const ofContract = [...Map.groupBy(transfers, ({ token_address }) => bytesKey(token_address))]
    .map(([key, rows]) => ({ key, token_address: Buffer.from(key, 'latin1'), rows }))
    .sort((a, b) => Buffer.compare(a.token_address, b.token_address))
  const stored = await store.findMany(transaction, 'evm_nft_collections', {
    columns: ['chain', 'first_block', 'transfers', 'tokens', 'owners', 'token_address'],
    keys: ofContract.map(({ token_address }) => ({ chain, token_address })),
  })
  const before = new Map(stored.map((row) => [bytesKey(row.token_address), row]))
  const rows = ofContract.map(({ key, token_address, rows }) => {
    const row = before.get(key) ?? {
      ...{ chain, first_block: Number.MAX_SAFE_INTEGER, transfers: 0, tokens: 0, owners: 0, token_address },
    }
    const first_block = rows.reduce((lowest, { block_number }) => Math.min(lowest, block_number), row.first_block)
    return { ...row, transfers: row.transfers + sign * rows.length, ...(sign === 1 && { first_block }) }
  })
  await store.upsertMany(transaction, 'evm_nft_collections', {
    key: ['chain', 'token_address'],
    rows: rows.filter(({ transfers }) => transfers > 0),
  })
  await store.deleteMany(
    transaction,
    'evm_nft_collections',
    rows.filter(({ transfers }) => transfers <= 0).map(({ token_address }) => ({ chain, token_address })),
  )
}

const countDays = async (context: WriteContext, transfers: readonly NftTransferRow[], sign: 1 | -1): Promise<void> => {
  const { store, transaction, chain } = context
  const days = await daysOfBlocks(context, transfers)
  const keyOf = (token_address: Uint8Array, day: number) => `${bytesKey(token_address)}${day}`
  const sums = new Map<string, { token_address: Uint8Array; day: number; transfers: number }>()
  for (const { token_address, block_number } of transfers) {
    const day = days.get(block_number) ?? 0
    const key = keyOf(token_address, day)
    const sum = sums.get(key) ?? { token_address, day, transfers: 0 }
    sum.transfers += sign
    sums.set(key, sum)
  }
  const keys = [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { token_address, day }]) => ({ chain, token_address, day }))
  const columns = ['token_address', 'day', 'transfers'] as const
  const stored = await store.findMany(transaction, 'evm_nft_collection_days', { columns, keys })
  const before = new Map(stored.map((row) => [keyOf(row.token_address, row.day), row.transfers]))
  const rows = keys.map((key) => {
    const id = keyOf(key.token_address, key.day)
    return { ...key, transfers: (before.get(id) ?? 0) + (sums.get(id)?.transfers ?? 0) }
  })
  await store.upsertMany(transaction, 'evm_nft_collection_days', {
    key: ['chain', 'token_address', 'day'],
    rows: rows.filter(({ transfers }) => transfers > 0),
  })
  await store.deleteMany(
    transaction,
    'evm_nft_collection_days',
    rows.filter(({ transfers }) => transfers <= 0).map(({ token_address, day }) => ({ chain, token_address, day })),
  )
}
