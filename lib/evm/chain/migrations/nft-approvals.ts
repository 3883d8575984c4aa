import type { Kysely } from 'kysely'
import { isNftApproval } from '#lib/evm/chain/stored/is-nft-approval.ts'

/** The NFT approvals of each owner, who is the first topic of their logs: few of all logs. */
export const createNftApprovalOrder = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createIndex('evm_logs_nft_approvals')
    .on('evm_logs')
    .columns(['chain', 'topic1', 'block_number', 'log_index'])
    .where(isNftApproval(db))
    .execute()
}
