import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The responses of an online service for selectors and topics. */
export const createSignatures = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema
    .createTable('evm_signatures')
    .addColumn('chain', types.integer, (column) => column.notNull())
    .addColumn('due_at', types.integer)
    .addColumn('hash', types.bytes, (column) => column.notNull())
    .addColumn('signatures', types.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_signatures_key', ['chain', 'hash'])
    .modifyEnd(types.keyOrdered)
    .execute()
}
