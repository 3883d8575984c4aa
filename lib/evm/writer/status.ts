import type { Kysely } from 'kysely'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { Head } from '#lib/indexing/chain.ts'

/** How current a chain's index is, for pages and for `/status`. */
export type EvmChainStatus = {
  /** What the node last said; undefined before it ever answered. */
  head: Head | undefined
  /** Unix seconds of the last answer or failure of the node. */
  checkedAt: number | undefined
  /** Why indexing stands still, in words for an operator. */
  error: string | undefined
}

export const readChainStatus = async (db: Kysely<EvmTables>, chain: number): Promise<EvmChainStatus> => {
  const row = await db.selectFrom('evm_chains').selectAll().where('chain', '=', chain).executeTakeFirst()
  const hasHead = row !== undefined && row.head_latest !== null && row.head_finalized !== null
  return {
    head: hasHead ? { latest: row.head_latest ?? 0, finalized: row.head_finalized ?? 0 } : undefined,
    checkedAt: row?.checked_at ?? undefined,
    error: row?.error ?? undefined,
  }
}

/** Notes an answer of the node (its head) or why there was none; what is left out stays as it was. */
export const writeChainStatus = async (
  db: Kysely<EvmTables>,
  chain: number,
  status: { head?: Head; checkedAt?: number; error?: string | null },
): Promise<void> => {
  const columns = {
    ...(status.head && { head_latest: status.head.latest, head_finalized: status.head.finalized }),
    ...(status.checkedAt !== undefined && { checked_at: status.checkedAt }),
    ...(status.error !== undefined && { error: status.error }),
  }
  await db
    .insertInto('evm_chains')
    .values({ chain, head_latest: null, head_finalized: null, checked_at: null, error: null, ...columns })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ chain, ...columns }))
    .execute()
}
