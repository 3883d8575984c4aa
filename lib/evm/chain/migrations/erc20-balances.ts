import { type Kysely, sql } from 'kysely'
import { sortableZero } from '#lib/base/sortable-integer.ts'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The tables of erc20-balance-tables.ts. Stored transfers are counted here; balances are built by the worker. */
export const createErc20Balances = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { schema } = db
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

  await sql`
    insert into evm_erc20_tokens
      (chain, first_block, transfers, holders, overdrawn, built_to, token_address, supply)
    select chain, min(block_number), count(*), 0, 0, -1, token_address, ${sortableZero}
    from evm_erc20_transfers group by chain, token_address`.execute(db)
  await sql`
    insert into evm_erc20_days (chain, day, transfers, holders, token_address)
    select chain, day, count(*), 0, token_address from (
      select t.chain, t.token_address, coalesce(b.timestamp, h.timestamp) / 86400 as day
      from evm_erc20_transfers as t
      left join evm_blocks as b on b.chain = t.chain and b.number = t.block_number
      left join evm_headers as h on h.chain = t.chain and h.number = t.block_number
    ) as dated group by chain, day, token_address`.execute(db)
}
