import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The tables of body-tables.ts. They begin empty: blocks that are stored already are not read again. */
export const createBodies = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, text, bytes, keyOrdered } = types
  for (const table of ['evm_withdrawals', 'evm_uncles'])
    await schema
      .createTable(table)
      .addColumn('chain', integer, (column) => column.notNull())
      .addColumn('block_number', integer, (column) => column.notNull())
      .addColumn('packed', bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['chain', 'block_number'])
      .modifyEnd(keyOrdered)
      .execute()
  await schema
    .createTable('evm_blob_transactions')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('transaction_index', integer, (column) => column.notNull())
    .addColumn('max_fee_per_blob_gas', text, (column) => column.notNull())
    .addColumn('blob_gas_price', text)
    .addColumn('hashes', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_blob_transactions_key', ['chain', 'block_number', 'transaction_index'])
    .modifyEnd(keyOrdered)
    .execute()
  await schema
    .createTable('evm_body_intervals')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('first_block', integer, (column) => column.notNull())
    .addColumn('last_block', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_body_intervals_key', ['chain', 'first_block'])
    .execute()
}
