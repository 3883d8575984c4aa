import type { Transaction } from 'kysely'
import { dayOf } from '#lib/evm/decode/day-sums.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { Store } from '#lib/store/store.ts'

type Context = { store: Store<EvmTables>; transaction: Transaction<EvmTables>; chain: number }

/** The UTC day of each block: stored with the block, or with the header of a backfill. */
export const daysOfBlocks = async (
  { store, transaction, chain }: Context,
  transfers: readonly { block_number: number }[],
): Promise<Map<number, number>> => {
  const keys = [...new Set(transfers.map(({ block_number }) => block_number))].map((number) => ({ chain, number }))
  const columns = ['number', 'timestamp'] as const
  const headers = await store.findMany(transaction, 'evm_headers', { columns, keys })
  const blocks = await store.findMany(transaction, 'evm_blocks', { columns, keys })
  return new Map([...headers, ...blocks].map(({ number, timestamp }) => [number, dayOf(timestamp)]))
}
