import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The tables of erc20-balance-tables.ts. */
export const createErc20Balances = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, bytes, keyOrdered } = types

  await schema
    .createTable('evm_erc20_tokens')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('first_block', integer, (column) => column.notNull())
    .addColumn('transfers', integer, (column) => column.notNull())
    .addColumn('holders', integer, (column) => column.notNull())
    .addColumn('overdrawn', integer, (column) => column.notNull())
    .addColumn('built_to', integer)
    .addColumn('token_address', bytes, (column) => column.notNull())
    .addColumn('supply', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_erc20_tokens_key', ['chain', 'token_address'])
    .execute()
  await schema
    .createIndex('evm_erc20_tokens_by_holders')
    .on('evm_erc20_tokens')
    .columns(['chain', 'holders', 'token_address'])
    .execute()
  await schema
    .createIndex('evm_erc20_tokens_by_age')
    .on('evm_erc20_tokens')
    .columns(['chain', 'first_block', 'token_address'])
    .execute()

  await schema
    .createTable('evm_erc20_balances')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('token_address', bytes, (column) => column.notNull())
    .addColumn('holder', bytes, (column) => column.notNull())
    .addColumn('balance', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_erc20_balances_key', ['chain', 'token_address', 'holder'])
    .modifyEnd(keyOrdered)
    .execute()
  await schema
    .createIndex('evm_erc20_balances_by_amount')
    .on('evm_erc20_balances')
    .columns(['chain', 'token_address', 'balance', 'holder'])
    .execute()

  await schema
    .createTable('evm_erc20_days')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('day', integer, (column) => column.notNull())
    .addColumn('transfers', integer, (column) => column.notNull())
    .addColumn('holders', integer, (column) => column.notNull())
    .addColumn('token_address', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_erc20_days_key', ['chain', 'token_address', 'day'])
    .modifyEnd(keyOrdered)
    .execute()
  await schema
    .createIndex('evm_erc20_days_by_transfers')
    .on('evm_erc20_days')
    .columns(['chain', 'day', 'transfers', 'token_address'])
    .execute()
}
