import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The tables of internal-transfer-tables.ts, and why a chain's traces cannot be read. */
export const createInternalTransfers = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, text, bytes, keyOrdered } = types
  const { schema } = db
  await schema
    .createTable('evm_internal_transfers')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('transaction_index', integer, (column) => column.notNull())
    .addColumn('transfer_index', integer, (column) => column.notNull())
    .addColumn('is_incoming', integer, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addColumn('other_address', bytes, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_internal_transfers_key', [
      'chain',
      'address',
      'block_number',
      'transaction_index',
      'transfer_index',
    ])
    .modifyEnd(keyOrdered)
    .execute()
  // A reorg deletes the rows of its blocks.
  await schema
    .createIndex('evm_internal_transfers_by_block')
    .on('evm_internal_transfers')
    .columns(['chain', 'block_number'])
    .execute()
  await schema
    .createTable('evm_trace_intervals')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('first_block', integer, (column) => column.notNull())
    .addColumn('last_block', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_trace_intervals_key', ['chain', 'first_block'])
    .execute()
  await schema.alterTable('evm_chains').addColumn('traces_error', text).execute()
}
