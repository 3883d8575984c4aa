import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/**
 * Adds how many of a wallet's transactions of a day it sent itself. Days stored earlier are counted once, in a scan of
 * all transactions.
 */
export const addSentCounts = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await db.schema
    .alterTable('evm_wallet_days')
    .addColumn('sent_count', types.integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update evm_wallet_days set sent_count = sent.transactions
    from (
      select evm_transactions.chain as chain, from_address as address, timestamp / 86400 as day, count(*) as transactions
      from evm_transactions
      join evm_blocks on evm_blocks.chain = evm_transactions.chain and evm_blocks.number = evm_transactions.block_number
      group by 1, 2, 3
    ) as sent
    where evm_wallet_days.chain = sent.chain and evm_wallet_days.address = sent.address and evm_wallet_days.day = sent.day
  `.execute(db)
}
