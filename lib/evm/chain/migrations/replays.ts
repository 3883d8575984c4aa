import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The table of replay-tables.ts: a cache, whose rows can be read from the node again. */
export const createReplayTable = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, text, bytes } = types
  // Ordered by block number, so that a reorg deletes the rows of its blocks as one range.
  await db.schema
    .createTable('evm_replays')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('transaction_index', integer, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('size_bytes', integer, (column) => column.notNull())
    .addColumn('used_at', integer, (column) => column.notNull())
    .addColumn('block_hash', bytes, (column) => column.notNull())
    .addColumn('content', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_replays_key', ['chain', 'block_number', 'transaction_index', 'kind'])
    .execute()
  await db.schema.createIndex('evm_replays_by_use').on('evm_replays').column('used_at').execute()
}
