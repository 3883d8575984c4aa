import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/**
 * Recreates `evm_internal_calls` with the columns that limit its size. It is a cache: dropped calls are traced again.
 */
export const createInternalCalls = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, text, bytes } = types
  const { schema } = db
  await schema.dropTable('evm_internal_calls').execute()
  // Ordered by block number, so that a reorg deletes the calls of its blocks as one range.
  await schema
    .createTable('evm_internal_calls')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('transaction_index', integer, (column) => column.notNull())
    .addColumn('size_bytes', integer, (column) => column.notNull())
    .addColumn('used_at', integer, (column) => column.notNull())
    .addColumn('block_hash', bytes, (column) => column.notNull())
    .addColumn('calls', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_internal_calls_key', ['chain', 'block_number', 'transaction_index'])
    .execute()
  await schema.createIndex('evm_internal_calls_by_use').on('evm_internal_calls').column('used_at').execute()
}
