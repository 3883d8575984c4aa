import type { Kysely } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Head } from '#lib/indexing/chain.ts'
import { readChainRow, writeChainRow } from './chain-row.ts'

/** The freshness of a chain's index, for pages and `/status`. */
export type EvmChainStatus = {
  /** The node's last response; undefined before the first one. */
  head: Head | undefined
  /** Unix seconds of the last answer or failure of the node. */
  checkedAt: number | undefined
  /** Why indexing has stopped, for the operator. */
  error: string | undefined
  /** One sentence for each node that is not used because it has a different chain or history. */
  refusedNodes: readonly string[]
  /** What the nodes of this chain do otherwise than usual. */
  notices: readonly string[]
  /** Why internal transfers of stored blocks are missing. */
  tracesError: string | undefined
}

export const readChainStatus = async (db: Kysely<EvmTables>, chain: number): Promise<EvmChainStatus> => {
  const row = await readChainRow(db, chain)
  const hasHead = row !== undefined && row.head_latest !== null && row.head_finalized !== null
  return {
    head: hasHead ? { latest: row.head_latest ?? 0, finalized: row.head_finalized ?? 0 } : undefined,
    checkedAt: row?.checked_at ?? undefined,
    error: row?.error ?? undefined,
    refusedNodes: row?.refused_nodes?.split('\n') ?? [],
    notices: row?.notices?.split('\n') ?? [],
    tracesError: row?.traces_error ?? undefined,
  }
}

/** Records the node's head or the error of its last call. Omitted columns are unchanged. */
export const writeChainStatus = (
  db: Kysely<EvmTables>,
  chain: number,
  {
    head,
    checkedAt,
    error,
    refusedNodes,
    notices,
  }: {
    head?: Head
    checkedAt?: number
    error?: string | null
    refusedNodes?: readonly string[]
    notices?: readonly string[]
  },
): Promise<void> =>
  writeChainRow(db, chain, {
    ...(head && { head_latest: head.latest, head_finalized: head.finalized }),
    ...(checkedAt !== undefined && { checked_at: checkedAt }),
    ...(error !== undefined && { error }),
    ...(refusedNodes && { refused_nodes: linesOf(refusedNodes) }),
    ...(notices && { notices: linesOf(notices) }),
  })

const linesOf = (sentences: readonly string[]): string | null => (sentences.length > 0 ? sentences.join('\n') : null)
