import type { ListedTransaction } from '#components/evm/transaction-row.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { mergeByTime } from '#lib/format/merge-by-time.ts'

export type TimelineRow = { chain: EvmChainState; transaction: ListedTransaction; timeMs: number }

/** One answer of one chain; without a cursor it is the last. */
export type FeedPage = { rows: readonly ListedTransaction[]; cursor: string | undefined }

/** What the server had of a chain when it sent the page. */
export type FirstAnswer = { page: FeedPage; message?: undefined } | { page?: undefined; message: string }

/** What has been read of one chain. */
export type ChainFeed = {
  chain: EvmChainState
  /** slow: it has been asked, and the list goes on without waiting for the answer. */
  state: 'unread' | 'loading' | 'slow' | 'failed' | 'read'
  rows: readonly TimelineRow[]
  /** Read, but not in the list: they would move what is being read, so they are shown when asked for. */
  late: readonly TimelineRow[]
  /** The list does not wait for it: it has not answered yet, is slow, has failed, or has late rows. */
  isAside: boolean
  isDone: boolean
  cursor: string | undefined
  error: unknown
}

/** A chain of an own index that holds no block yet cannot be asked. */
export const isNotIndexed = ({ source, indexed_block }: EvmChainState): boolean =>
  source !== 'hosted' && indexed_block === null

export const feedOf = (chain: EvmChainState, first: FirstAnswer | undefined): ChainFeed => {
  const empty = { chain, rows: [], late: [], cursor: undefined, error: undefined }
  if (isNotIndexed(chain)) return { ...empty, state: 'read', isAside: false, isDone: true }
  const unread: ChainFeed = { ...empty, state: 'unread', isAside: true, isDone: false }
  if (first?.page) return joined(withPage(unread, first.page))
  return first ? { ...unread, state: 'failed', error: new Error(first.message) } : unread
}

const hashOf = ({ transaction }: TimelineRow) => transaction.hash

/** With one more page behind what was read; a transaction that the chain has moved meanwhile stays where it was. */
export const withPage = (feed: ChainFeed, { rows, cursor }: FeedPage): ChainFeed => {
  const known = new Set([...feed.rows, ...feed.late].map(hashOf))
  const fresh = rows
    .filter(({ hash }) => !known.has(hash))
    .map((transaction) => ({
      chain: feed.chain,
      transaction,
      timeMs: Date.parse(transaction.block_timestamp),
    }))
  const late = [...feed.late, ...fresh]
  return { ...feed, state: 'read', late, cursor, isDone: cursor === undefined, error: undefined }
}

/** With its late rows in the list, which waits for it from now on. */
export const joined = (feed: ChainFeed): ChainFeed =>
  feed.isAside || feed.late.length > 0
    ? { ...feed, rows: [...feed.rows, ...feed.late], late: [], isAside: false }
    : feed

export type TimelineView = {
  feeds: readonly ChainFeed[]
  chosen: ReadonlySet<string>
  /** Complete down to the last one, for all chosen chains but those aside. */
  rows: readonly TimelineRow[]
  /** Chains that must be read further before the list can go on. */
  wanted: readonly string[]
  /** Chains of which few rows are left: they are read further with those. */
  soon: readonly string[]
  lateCount: number
}

/** Half of a page: so many rows of a chain are shown soon. */
const fewRows = 12

const timeOf = ({ timeMs }: TimelineRow) => timeMs

export const viewOf = (feeds: readonly ChainFeed[], chosen: ReadonlySet<string>): TimelineView => {
  const on = feeds.filter(({ chain }) => chosen.has(chain.chain))
  const isOpen = ({ isDone, isAside }: ChainFeed) => !isDone && !isAside
  const { rows, left } = mergeByTime(
    on.map((feed) => ({ rows: feed.rows, isOpen: isOpen(feed) })),
    timeOf,
  )
  const withLeft = (most: number) =>
    on.filter((feed, index) => isOpen(feed) && (left[index] ?? 0) <= most).map(({ chain }) => chain.chain)
  const lateCount = on.reduce((sum, { late }) => sum + late.length, 0)
  return { feeds, chosen, rows, wanted: withLeft(0), soon: withLeft(fewRows), lateCount }
}
