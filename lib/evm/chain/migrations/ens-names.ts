import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** Primary names of addresses, or their absence; the oldest rows are deleted. */
export const createEnsNames = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema
    .createTable('evm_ens_names')
    .addColumn('chain', types.integer, (column) => column.notNull())
    .addColumn('block_number', types.integer, (column) => column.notNull())
    .addColumn('read_at', types.integer, (column) => column.notNull())
    .addColumn('due_at', types.integer, (column) => column.notNull())
    .addColumn('expires_at', types.integer)
    .addColumn('address', types.bytes, (column) => column.notNull())
    .addColumn('name', types.text)
    .addPrimaryKeyConstraint('evm_ens_names_key', ['chain', 'address'])
    .modifyEnd(types.keyOrdered)
    .execute()
  await schema.createIndex('evm_ens_names_read').on('evm_ens_names').columns(['chain', 'read_at']).execute()
}
