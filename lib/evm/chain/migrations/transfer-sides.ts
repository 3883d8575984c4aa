import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The tables of transfer-side-tables.ts. */
export const createTransferSides = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, small, flag, text, bytes, keyOrdered } = types
  const list = ['chain', 'address', 'role', 'block_number', 'log_index'] as const

  await schema
    .createTable('evm_erc20_sides')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('block_timestamp', integer, (column) => column.notNull())
    .addColumn('log_index', small, (column) => column.notNull())
    .addColumn('transaction_index', small, (column) => column.notNull())
    .addColumn('role', flag, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addColumn('token_address', bytes, (column) => column.notNull())
    .addColumn('from_address', bytes, (column) => column.notNull())
    .addColumn('to_address', bytes, (column) => column.notNull())
    .addColumn('transaction_hash', bytes, (column) => column.notNull())
    .addColumn('block_hash', bytes, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_erc20_sides_key', [...list])
    .modifyEnd(keyOrdered)
    .execute()

  await schema
    .createTable('evm_nft_sides')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('block_timestamp', integer, (column) => column.notNull())
    .addColumn('log_index', small, (column) => column.notNull())
    .addColumn('batch_index', small, (column) => column.notNull())
    .addColumn('transaction_index', small, (column) => column.notNull())
    .addColumn('role', flag, (column) => column.notNull())
    .addColumn('standard', flag, (column) => column.notNull())
    .addColumn('is_batch', flag, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addColumn('token_address', bytes, (column) => column.notNull())
    .addColumn('token_hash', bytes, (column) => column.notNull())
    .addColumn('from_address', bytes, (column) => column.notNull())
    .addColumn('to_address', bytes, (column) => column.notNull())
    .addColumn('operator', bytes)
    .addColumn('transaction_hash', bytes, (column) => column.notNull())
    .addColumn('block_hash', bytes, (column) => column.notNull())
    .addColumn('token_id', text, (column) => column.notNull())
    .addColumn('amount', text, (column) => column.notNull())
    .addColumn('transaction_value', text)
    .addPrimaryKeyConstraint('evm_nft_sides_key', [...list, 'batch_index'])
    .modifyEnd(keyOrdered)
    .execute()

  await schema
    .createTable('evm_fanouts')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('built_from', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_fanouts_key', ['chain'])
    .execute()
}
