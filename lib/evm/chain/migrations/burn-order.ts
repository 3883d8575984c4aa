import type { Kysely } from 'kysely'
import { isBurn } from '#lib/evm/chain/stored/is-burn.ts'

/** The burns of each ERC20 token (listed by contract): few of its transfers, and few of all burns. */
export const createBurnOrder = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createIndex('evm_erc20_burns_by_contract')
    .on('evm_erc20_transfers')
    .columns(['chain', 'token_address', 'block_number', 'log_index'])
    .where(isBurn(db))
    .execute()
}
