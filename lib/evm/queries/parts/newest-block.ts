import type { Kysely } from 'kysely'
import type { EvmTables } from '#lib/evm/tables.ts'

/** The stored block with the highest number. */
export const newestBlock = (
  db: Kysely<EvmTables>,
  chain: number,
): Promise<{ number: number; timestamp: number } | undefined> =>
  db
    .selectFrom('evm_blocks')
    .select(['number', 'timestamp'])
    .where('chain', '=', chain)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
