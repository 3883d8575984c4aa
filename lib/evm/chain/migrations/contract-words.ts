import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The words by which contracts are found, as bytes: both databases order those alike, whatever their collations. */
export const createContractWords = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema
    .createTable('evm_contract_words')
    .addColumn('chain', types.integer, (column) => column.notNull())
    .addColumn('word', types.bytes, (column) => column.notNull())
    .addColumn('address', types.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_contract_words_key', ['chain', 'word', 'address'])
    .modifyEnd(types.keyOrdered)
    .execute()
}
