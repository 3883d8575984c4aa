import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The key starts with the block: a reorg finds the rows to read again, and finality the rows to delete. */
export const createRecentAsks = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema
    .createTable('evm_recent_asks')
    .addColumn('chain', types.integer, (column) => column.notNull())
    .addColumn('block_number', types.integer, (column) => column.notNull())
    .addColumn('subject', types.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_recent_asks_key', ['chain', 'block_number', 'subject'])
    .modifyEnd(types.keyOrdered)
    .execute()
}
