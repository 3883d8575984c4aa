import type { Kysely } from 'kysely'

/**
 * Holders by balance, in an index that only serves conditions on the balance. It has every column of the table: PostgreSQL read
 * single balances from it too, past all holders of the token.
 */
export const createHolderOrder = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema.dropIndex('evm_erc20_balances_by_amount').execute()
  await schema
    .createIndex('evm_erc20_balances_by_amount')
    .on('evm_erc20_balances')
    .columns(['chain', 'token_address', 'balance', 'holder'])
    .where('balance', 'is not', null)
    .execute()
}
