import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/**
 * The versions that are stored with each content. Empty at first: earlier indexes did not record whether they had digital
 * assets, so all their versions are read once more.
 */
export const createContentIntervals = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, text, keyOrdered } = types
  await schema
    .createTable('aptos_content_intervals')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .addColumn('first_version', integer, (column) => column.notNull())
    .addColumn('last_version', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('aptos_content_intervals_key', ['chain_id', 'content', 'first_version'])
    .modifyEnd(keyOrdered)
    .execute()
}
