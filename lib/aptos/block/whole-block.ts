import type { AptosBlock } from '#lib/aptos/api/records.ts'
import { aptosBlock } from '#lib/aptos/api/records.ts'
import type { FullNodeTransaction, FullNodeBlock as NodeBlock } from '#lib/aptos/chain/rpc/block.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { mendTransaction } from './mend-transaction.ts'

/** The full node's maximum page size of transactions. */
const pageSize = 100
const pagesAtOnce = 4
/** Far above what consensus allows in a block; more means that the node is wrong. */
const transactionsMax = 100_000

/**
 * The block with all of its transactions, as in this interface; `transactions` is null without. A node returns only the
 * first part of a large block: the rest is read page by page, without gaps or duplicates. @throws ServiceError
 * `upstream_failed` if the node's parts are inconsistent.
 */
export const wholeBlock = async (
  node: AptosNode,
  block: NodeBlock,
  withTransactions: boolean,
  signal?: AbortSignal,
): Promise<AptosBlock> => {
  const transactions = withTransactions ? (await allTransactions(node, block, signal)).map(mendTransaction) : null
  const { transactions: _, ...header } = block
  const answer = { ...header, transactions }
  if (isAnswer(answer)) return answer
  throw misfit('has fields in an unexpected format')
}

const isAnswer = (block: unknown): block is AptosBlock => aptosBlock.safeParse(block).success

const allTransactions = async (
  node: AptosNode,
  block: NodeBlock,
  signal?: AbortSignal,
): Promise<FullNodeTransaction[]> => {
  const first = Number(block.first_version)
  const count = Number(block.last_version) - first + 1
  if (!(count >= 1 && count <= transactionsMax)) throw misfit(`spans ${count} versions`)
  const transactions = [...(block.transactions ?? [])]
  const starts: number[] = []
  for (let at = transactions.length; at < count; at += pageSize) starts.push(at)
  for (let round = 0; round < starts.length; round += pagesAtOnce) {
    const pages = starts
      .slice(round, round + pagesAtOnce)
      .map((at) => page(node, first + at, Math.min(pageSize, count - at), signal))
    for (const part of await Promise.all(pages)) transactions.push(...part)
  }
  if (transactions.length !== count) throw misfit(`has ${transactions.length} of ${count} transactions`)
  const stray = transactions.findIndex((transaction, index) => Number(transaction.version) !== first + index)
  if (stray !== -1) throw misfit(`has version ${transactions[stray]?.version} in place of ${first + stray}`)
  return transactions
}

/** Exactly `count` transactions from `start` on; a node may return fewer at once. */
const page = async (
  node: AptosNode,
  start: number,
  count: number,
  signal?: AbortSignal,
): Promise<FullNodeTransaction[]> => {
  const transactions: FullNodeTransaction[] = []
  while (transactions.length < count) {
    const part = await node.transactions(start + transactions.length, count - transactions.length, signal)
    if (part.length === 0) throw misfit(`has no version ${start + transactions.length}`)
    transactions.push(...part)
  }
  return transactions
}

const misfit = (what: string): ServiceError =>
  new ServiceError(
    'upstream_failed',
    `The Aptos node gave an answer that cannot be right, so it was not used: the block ${what}.`,
  )
