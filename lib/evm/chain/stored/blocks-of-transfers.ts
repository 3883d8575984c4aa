import type { Transaction } from 'kysely'
import type { InBlock } from '#lib/evm/chain/decode/records.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'

/** A transaction that writes rows of a chain. */
export type WriteContext = { store: Store<EvmTables>; transaction: Transaction<EvmTables>; chain: number }

/** Hash and time of each block: stored with the block, or with the header of a backfill. */
export const blocksOfTransfers = async (
  { store, transaction, chain }: WriteContext,
  transfers: readonly { block_number: number }[],
): Promise<Map<number, InBlock>> => {
  const keys = [...new Set(transfers.map(({ block_number }) => block_number))].map((number) => ({ chain, number }))
  const columns = ['number', 'hash', 'timestamp'] as const
  const headers = await store.findMany(transaction, 'evm_headers', { columns, keys })
  const blocks = await store.findMany(transaction, 'evm_blocks', { columns, keys })
  return new Map(
    [...headers, ...blocks].map(({ number, hash, timestamp }) => [
      number,
      { block_hash: hash, block_timestamp: timestamp },
    ]),
  )
}
