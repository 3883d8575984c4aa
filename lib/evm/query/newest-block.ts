import type { Kysely } from 'kysely'
import type { BlockRow, EvmTables } from '#lib/evm/chain/tables/tables.ts'

/** The stored block with the highest number. */
export const newestBlock = (
  db: Kysely<EvmTables>,
  chain: number,
): Promise<Pick<BlockRow, 'number' | 'timestamp' | 'hash' | 'gas_limit'> | undefined> =>
  db
    .selectFrom('evm_blocks')
    .select(['number', 'timestamp', 'hash', 'gas_limit'])
    .where('chain', '=', chain)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
