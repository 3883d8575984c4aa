import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** Blocks that no node gave consistently: set aside, or stored although a check failed. They are read again until they are right. */
export const createDoubtfulBlocks = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, flag, text, bytes, keyOrdered } = types
  await schema
    .createTable('evm_doubtful_blocks')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('tries', integer, (column) => column.notNull())
    .addColumn('next_try_at', integer, (column) => column.notNull())
    .addColumn('is_stored', flag, (column) => column.notNull())
    .addColumn('hash', bytes, (column) => column.notNull())
    .addColumn('parent_hash', bytes, (column) => column.notNull())
    .addColumn('fault', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_doubtful_blocks_key', ['chain', 'number'])
    .modifyEnd(keyOrdered)
    .execute()
}
