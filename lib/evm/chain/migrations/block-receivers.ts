import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The blocks of a fee recipient, and the blocks that paid an address: those that are stored already are read once. */
export const createBlockReceivers = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, bytes, keyOrdered } = types
  await db.schema.createIndex('evm_blocks_by_miner').on('evm_blocks').columns(['chain', 'miner', 'number']).execute()
  await db.schema
    .createTable('evm_withdrawal_addresses')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_withdrawal_addresses_key', ['chain', 'address', 'block_number'])
    .modifyEnd(keyOrdered)
    .execute()
  // A withdrawal is 44 bytes, of which 20 from the 17th are its address.
  await sql`
    insert into evm_withdrawal_addresses (chain, block_number, address)
    with recursive places (place) as (
      select 0 union all
      select place + 1 from places where place + 1 < (select coalesce(max(length(packed)), 0) / 44 from evm_withdrawals)
    )
    select distinct chain, block_number, substr(packed, 44 * place + 17, 20)
    from evm_withdrawals join places on 44 * place < length(packed)`.execute(db)
}
