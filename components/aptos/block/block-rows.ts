import type { AptosTransaction } from '#lib/aptos/api/records.ts'
import { type TransactionRow, transactionRow } from './transaction-row.ts'

/** Rows per page of a block; a link leads to the rest. */
const rowsPerPage = 1_000

export type BlockRows = {
  /** Every kind in the block with its count, in the order of the block. */
  kinds: { type: string; count: number }[]
  /** The number of rows that pass the filter, and those of this page. */
  total: number
  rows: TransactionRow[]
  /** The index of the first row among the `total`, from 0. */
  offset: number
  /** The first versions of the previous and next page. */
  previousFrom: string | undefined
  nextFrom: string | undefined
}

/** The page of a block's list that starts at a version, of one kind or of all. A version is a stable position. */
export const blockRows = (
  transactions: readonly AptosTransaction[],
  filter: { type?: string; fromVersion?: string },
): BlockRows => {
  const counts = new Map<string, number>()
  for (const { type } of transactions) counts.set(type, (counts.get(type) ?? 0) + 1)
  const matching = filter.type === undefined ? transactions : transactions.filter(({ type }) => type === filter.type)
  const from = filter.fromVersion === undefined ? 0n : BigInt(filter.fromVersion)
  const found = matching.findIndex(({ version }) => version !== undefined && BigInt(version) >= from)
  const offset = Math.max(0, found)
  const end = offset + rowsPerPage
  return {
    kinds: [...counts].map(([type, count]) => ({ type, count })),
    total: matching.length,
    rows: matching.slice(offset, end).map(transactionRow),
    offset,
    previousFrom: offset > 0 ? matching[Math.max(0, offset - rowsPerPage)]?.version : undefined,
    nextFrom: matching[end]?.version,
  }
}
