import type { AptosTransaction } from '#lib/aptos/contract/records.ts'
import { type TransactionRow, transactionRow } from './transaction-row.ts'

/** How many rows one page of a block holds; the rest is a link away. */
const rowsPerPage = 1_000

export type BlockRows = {
  /** Every kind in the block with how often, in the order of the block. */
  kinds: { type: string; count: number }[]
  /** How many rows the filter leaves, and those of this page. */
  total: number
  rows: TransactionRow[]
  /** The place of the first row among the `total`, from 0. */
  offset: number
  /** Where the pages before and after begin, as versions. */
  previousFrom: string | undefined
  nextFrom: string | undefined
}

/** The page of a block's list that begins at a version, of one kind or of all. A version is the place: it never moves. */
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
