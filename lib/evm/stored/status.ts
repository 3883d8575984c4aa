import type { Kysely } from 'kysely'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { Head } from '#lib/indexing/chain.ts'
import { readChainRow, writeChainRow } from './chain-row.ts'

/** How current a chain's index is, for pages and for `/status`. */
export type EvmChainStatus = {
  /** What the node last said; undefined before it ever answered. */
  head: Head | undefined
  /** Unix seconds of the last answer or failure of the node. */
  checkedAt: number | undefined
  /** Why indexing has stopped, for the operator. */
  error: string | undefined
  /** One sentence for each configured node that is not asked, as it is of another chain or history. */
  refusedNodes: readonly string[]
}

export const readChainStatus = async (db: Kysely<EvmTables>, chain: number): Promise<EvmChainStatus> => {
  const row = await readChainRow(db, chain)
  const hasHead = row !== undefined && row.head_latest !== null && row.head_finalized !== null
  return {
    head: hasHead ? { latest: row.head_latest ?? 0, finalized: row.head_finalized ?? 0 } : undefined,
    checkedAt: row?.checked_at ?? undefined,
    error: row?.error ?? undefined,
    refusedNodes: row?.refused_nodes?.split('\n') ?? [],
  }
}

/** Notes an answer of the node (its head) or why there was none; what is left out stays as it was. */
export const writeChainStatus = (
  db: Kysely<EvmTables>,
  chain: number,
  {
    head,
    checkedAt,
    error,
    refusedNodes,
  }: { head?: Head; checkedAt?: number; error?: string | null; refusedNodes?: readonly string[] },
): Promise<void> =>
  writeChainRow(db, chain, {
    ...(head && { head_latest: head.latest, head_finalized: head.finalized }),
    ...(checkedAt !== undefined && { checked_at: checkedAt }),
    ...(error !== undefined && { error }),
    ...(refusedNodes && { refused_nodes: refusedNodes.length > 0 ? refusedNodes.join('\n') : null }),
  })
