import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** Creations of contracts, as found by searching nodes. */
export const createContractCreations = async (
  { schema }: Kysely<unknown>,
  { integer, bytes, keyOrdered }: ColumnTypes,
): Promise<void> => {
  await schema
    .createTable('evm_contract_creations')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('block_timestamp', integer, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addColumn('transaction_hash', bytes)
    .addColumn('creator', bytes)
    .addColumn('factory', bytes)
    .addPrimaryKeyConstraint('evm_contract_creations_key', ['chain', 'address'])
    .modifyEnd(keyOrdered)
    .execute()
}
