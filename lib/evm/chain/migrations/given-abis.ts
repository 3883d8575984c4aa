import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** ABIs that people gave for contracts whose sources are not verified. */
export const createGivenAbiTable = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema
    .createTable('evm_given_abis')
    .addColumn('chain', types.integer, (column) => column.notNull())
    .addColumn('given_at', types.integer, (column) => column.notNull())
    .addColumn('function_count', types.integer, (column) => column.notNull())
    .addColumn('address', types.bytes, (column) => column.notNull())
    .addColumn('code_hash', types.bytes, (column) => column.notNull())
    .addColumn('given_by', types.text, (column) => column.notNull())
    .addColumn('abi', types.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_given_abis_key', ['chain', 'address'])
    .execute()
}
