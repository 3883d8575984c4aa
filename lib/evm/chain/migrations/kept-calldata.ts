import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The table of calldata in replay-tables.ts: bounded, the least recently used rows are evicted. */
export const createKeptCalldataTable = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, bytes } = types
  await db.schema
    .createTable('evm_kept_calldata')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('hash', bytes, (column) => column.notNull())
    .addColumn('size_bytes', integer, (column) => column.notNull())
    .addColumn('used_at', integer, (column) => column.notNull())
    .addColumn('content', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_kept_calldata_key', ['chain', 'hash'])
    .execute()
  await db.schema.createIndex('evm_kept_calldata_by_use').on('evm_kept_calldata').column('used_at').execute()
}
