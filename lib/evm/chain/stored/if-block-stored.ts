import type { Kysely, Transaction } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'

/** Writes what is cached of a block, only if the block is still stored: a reorg may have removed it since, and its cache with it. */
export const ifBlockStored = async (
  db: Kysely<EvmTables>,
  block: { chain: number; block_number: number; block_hash: Uint8Array },
  write: (transaction: Transaction<EvmTables>) => Promise<unknown>,
): Promise<void> =>
  await db.transaction().execute(async (transaction) => {
    const stored = await transaction
      .selectFrom('evm_blocks')
      .select('number')
      .where('chain', '=', block.chain)
      .where('number', '=', block.block_number)
      .where('hash', '=', block.block_hash)
      .executeTakeFirst()
    if (stored) await write(transaction)
  })
