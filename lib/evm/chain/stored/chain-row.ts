import type { Kysely } from 'kysely'
import type { ChainRow, EvmTables } from '#lib/evm/chain/tables/tables.ts'

export const readChainRow = (db: Kysely<EvmTables>, chain: number): Promise<ChainRow | undefined> =>
  db.selectFrom('evm_chains').selectAll().where('chain', '=', chain).executeTakeFirst()

/**
 * Updates columns of the chain's row, which is created if missing. In a transaction the row stays locked until the end:
 * writers of one chain start with it, so they run one after another.
 */
export const writeChainRow = async (
  db: Kysely<EvmTables>,
  chain: number,
  columns: Partial<Omit<ChainRow, 'chain'>>,
): Promise<void> => {
  await db
    .insertInto('evm_chains')
    .values({ ...emptyChainRow(chain), ...columns })
    .onConflict((conflict) =>
      conflict.column('chain').doUpdateSet(({ ref }) => ({ error: ref('evm_chains.error'), ...columns })),
    )
    .execute()
}

const emptyChainRow = (chain: number): ChainRow => ({
  chain,
  followed_from: null,
  final_block: null,
  head_latest: null,
  head_finalized: null,
  checked_at: null,
  error: null,
  refused_nodes: null,
  notices: null,
  traces_error: null,
})
