import type { Kysely } from 'kysely'
import type { AptosChainRow, AptosTables } from '#lib/aptos/chain/tables.ts'

export const readAptosChainRow = (db: Kysely<AptosTables>, chainId: number): Promise<AptosChainRow | undefined> =>
  db.selectFrom('aptos_chains').selectAll().where('chain_id', '=', chainId).executeTakeFirst()

/**
 * Updates columns of the network's row, which is created if missing. In a transaction the row stays locked until the
 * end: writers of one network start with it, so they run one after another.
 */
export const writeAptosChainRow = async (
  db: Kysely<AptosTables>,
  chainId: number,
  columns: Partial<Omit<AptosChainRow, 'chain_id'>>,
): Promise<void> => {
  await db
    .insertInto('aptos_chains')
    .values({ ...emptyChainRow(chainId), ...columns })
    .onConflict((conflict) =>
      conflict.column('chain_id').doUpdateSet(({ ref }) => ({ error: ref('aptos_chains.error'), ...columns })),
    )
    .execute()
}

const emptyChainRow = (chainId: number): AptosChainRow => ({
  chain_id: chainId,
  followed_from: null,
  head_version: null,
  oldest_version: null,
  checked_at: null,
  error: null,
  refused_nodes: null,
  lacks_state: null,
})
