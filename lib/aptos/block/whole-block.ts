import { LRUCache } from 'lru-cache'
import type { Service } from '#lib/api/endpoint.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import {
  type AptosBlock,
  type AptosBlockSummary,
  type AptosTransaction,
  aptosBlock,
  aptosEvent,
  aptosStateChange,
  aptosTransactionRecord,
} from '#lib/aptos/api/records.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import {
  type FullNodeTransaction,
  isOdd,
  type FullNodeBlock as NodeBlock,
  type FullNodeTransaction as NodeTransaction,
  oddTransaction,
} from '#lib/aptos/chain/rpc/node-answers.ts'
import { type AptosNodeContext, nodeOf } from '#lib/aptos/query/node-context.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { type Fields, isFields } from '#lib/base/is-fields.ts'
import type { AptosBlockListApi } from './contract.ts'

/** Kinds that always have events; clients of this interface fail if the list is missing. */
const kindsWithEvents = new Set(['user_transaction', 'genesis_transaction', 'block_metadata_transaction'])

/** Field values that clients require for events without a handle, in the node's format. */
const noGuid = { creation_number: '0', account_address: '0x0' }

/** The type of a table's key or value if the node does not know it, and of an item that states none. */
const unknownType = 'unknown'

/**
 * Makes a transaction acceptable to clients of this interface. A full node without a table index returns table items
 * with `data: null`, which they reject: the raw BCS bytes are inserted instead. Events and changes in an unknown form are
 * wrapped, and so is a transaction that has more than that: nothing of it costs what can be read. Everything else is
 * unchanged; without changes the same object is returned.
 */
export const mendTransaction = (transaction: NodeTransaction): AptosTransaction => {
  const mended = withMendedLists(transaction)
  return isTransaction(mended) ? mended : oddTransaction(transaction, undefined)
}

const isTransaction = (value: unknown): value is AptosTransaction => aptosTransactionRecord.safeParse(value).success

const withMendedLists = (transaction: NodeTransaction): NodeTransaction => {
  if (isOdd(transaction)) return transaction
  const mended: Fields = {}
  const changes = mendList(transaction.changes, mendChange)
  if (changes !== transaction.changes) mended.changes = changes
  if (transaction.events !== undefined || kindsWithEvents.has(transaction.type)) {
    const events = mendList(transaction.events, mendEvent)
    if (events !== transaction.events) mended.events = events
  }
  return Object.keys(mended).length === 0 ? transaction : { ...transaction, ...mended }
}

const mendList = (list: unknown, mend: (item: unknown) => unknown): unknown => {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) return list
  const mended = list.map(mend)
  return mended.some((item, index) => item !== list[index]) ? mended : list
}

const mendEvent = (event: unknown): unknown => {
  const mended = isFields(event) && event.guid == null ? { ...event, guid: noGuid } : event
  return aptosEvent.safeParse(mended).success ? mended : { type: typeOf(event), guid: noGuid, data: event }
}

const mendChange = (change: unknown): unknown => {
  const mended = isFields(change) ? withTableItem(change) : change
  return aptosStateChange.safeParse(mended).success ? mended : { type: typeOf(change), data: change }
}

const typeOf = (item: unknown): string => (isFields(item) && typeof item.type === 'string' ? item.type : unknownType)

const withTableItem = (change: Fields): Fields => {
  if (isFields(change.data)) return change
  if (change.type === 'delete_table_item') return { ...change, data: rawKey(change) }
  if (change.type === 'write_table_item') return { ...change, data: { ...rawKey(change), ...rawValue(change) } }
  return change
}

const rawKey = (change: Fields) => ({ key: hexOf(change.key), key_type: unknownType })
const rawValue = (change: Fields) => ({ value: hexOf(change.value), value_type: unknownType })
const hexOf = (value: unknown): string => (typeof value === 'string' ? value : '0x')

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

type Dated = { block_height: string; block_timestamp: string }

/**
 * The height of the last block at or before a time, by bisection: at most 64 blocks are read. Undefined if the ledger begins
 * later. @throws ServiceError `not_available` if the blocks of that time are pruned.
 */
export const blockAtTime = async (
  { oldest, newest }: { oldest: number; newest: number },
  micros: bigint,
  read: (height: number) => Promise<Dated | undefined>,
): Promise<number | undefined> => {
  const isAfter = async (height: number): Promise<boolean> => {
    const block = await read(height)
    if (block) return BigInt(block.block_timestamp) > micros
    throw new ServiceError('not_available', `The Aptos node no longer has block ${height}.`)
  }
  if (await isAfter(oldest)) {
    if (oldest === 0) return undefined
    const message = `The Aptos node keeps blocks from height ${oldest} on, which is later than this time. An archive node has it.`
    throw new ServiceError('not_available', message)
  }
  let [low, high] = [oldest, newest]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (await isAfter(middle)) high = middle - 1
    else low = middle
  }
  return low
}

const summariesMax = 1_000
const blocksAtOnce = 5
const microsPerMilli = 1_000n

/** The blocks of a ledger without their transactions, newest first, from full nodes. */
export const aptosBlocksQuery = ({
  nodes,
  defaultNetwork,
}: AptosNodeContext): Service<AptosBlockListApi>['aptosBlocks'] => {
  const summaries = new LRUCache<string, AptosBlockSummary>({ max: summariesMax })

  const summary = async (node: AptosNode, network: AptosNetwork, height: number, signal?: AbortSignal) => {
    const key = `${network} ${height}`
    const known = summaries.get(key)
    if (known) return known
    const block = await blockIfThere(node, height, signal)
    if (block === undefined) return undefined
    const { transactions: _, ...found } = block
    summaries.set(key, found)
    return found
  }

  return async ({ network = defaultNetwork, limit, before_height, time }, context) => {
    const node = nodeOf(nodes, network)
    const summaryAt = (height: number) => summary(node, network, height, context?.signal)
    const { newestHeight, oldestHeight } = await node.ledgerInfo(context?.signal)
    const below = Math.min(newestHeight, before_height === undefined ? newestHeight : Number(before_height) - 1)
    const top =
      time === undefined || below < oldestHeight
        ? below
        : await blockAtTime(
            { oldest: oldestHeight, newest: below },
            BigInt(Date.parse(time)) * microsPerMilli,
            summaryAt,
          )
    if (top === undefined) return { result: [] }
    const heights: number[] = []
    for (let height = top; height >= oldestHeight && heights.length < limit; height--) heights.push(height)
    const result: AptosBlockSummary[] = []
    for (let at = 0; at < heights.length; at += blocksAtOnce) {
      const some = heights.slice(at, at + blocksAtOnce).map(summaryAt)
      for (const found of await Promise.all(some)) if (found) result.push(found)
    }
    return { result }
  }
}

/** Undefined at both ends of the node's range: it may prune, and another node may be slightly behind. */
const blockIfThere = async (node: AptosNode, height: number, signal?: AbortSignal): Promise<AptosBlock | undefined> => {
  try {
    return await wholeBlock(node, await node.blockByHeight(height, false, signal), false, signal)
  } catch (error) {
    if (isServiceError(error, 'not_found') || isServiceError(error, 'not_available')) return undefined
    throw error
  }
}
