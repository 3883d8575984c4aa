import { type Kysely, sql } from 'kysely'

/**
 * Lists of a whole chain. The index of creations has a row for each of the few transactions that create a contract, and is built in one
 * scan of the transactions: 20 seconds for 10 million.
 */
export const createChainLists = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createIndex('evm_created_contracts')
    .on('evm_transactions')
    .columns(['chain', 'block_number', 'transaction_index'])
    .where(sql.ref('contract_address'), 'is not', null)
    .execute()
  await schema
    .createIndex('evm_verified_contracts_by_time')
    .on('evm_verified_contracts')
    .columns(['chain', 'verified_at', 'address'])
    .execute()
}
