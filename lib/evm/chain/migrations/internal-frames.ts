import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The frames of internal-transfer-tables.ts. They begin empty: traced blocks are traced again, after all others. */
export const createInternalFrames = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, small, flag, text, bytes, keyOrdered } = types
  await schema
    .createTable('evm_internal_frames')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('transaction_index', small, (column) => column.notNull())
    .addColumn('frame_index', small, (column) => column.notNull())
    .addColumn('is_undone', flag, (column) => column.notNull())
    .addColumn('from_address', bytes, (column) => column.notNull())
    .addColumn('to_address', bytes)
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('gas', text, (column) => column.notNull())
    .addColumn('gas_used', text, (column) => column.notNull())
    .addColumn('trace_path', text, (column) => column.notNull())
    .addColumn('error', text)
    .addPrimaryKeyConstraint('evm_internal_frames_key', ['chain', 'block_number', 'transaction_index', 'frame_index'])
    .modifyEnd(keyOrdered)
    .execute()
  await schema
    .createTable('evm_unmoved_sides')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('transaction_index', small, (column) => column.notNull())
    .addColumn('frame_index', small, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_unmoved_sides_key', [
      'chain',
      'address',
      'block_number',
      'transaction_index',
      'frame_index',
    ])
    .modifyEnd(keyOrdered)
    .execute()
  // A reorg deletes the rows of its blocks.
  await schema
    .createIndex('evm_unmoved_sides_by_block')
    .on('evm_unmoved_sides')
    .columns(['chain', 'block_number'])
    .execute()
  await schema
    .createTable('evm_frame_intervals')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('first_block', integer, (column) => column.notNull())
    .addColumn('last_block', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_frame_intervals_key', ['chain', 'first_block'])
    .execute()
}
