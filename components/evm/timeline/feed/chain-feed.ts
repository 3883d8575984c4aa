import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { mergeByTime } from '#lib/format/merge-by-time.ts'
import type { FeedPage, RowOrder } from './feed-kind.ts'

/** A row with its chain; `key` is unique on its chain. */
export type TimelineRow<Row> = { chain: EvmChainState; record: Row; key: string; timeMs: number }

/** The server's data for a chain when it rendered the page. */
export type FirstAnswer<Row> =
  | { page: FeedPage<Row>; message?: undefined }
  | { page?: undefined; message: string; isUnserved: boolean }

/** The rows read from one chain. */
export type ChainFeed<Row = unknown> = {
  chain: EvmChainState
  /**
   * slow: requested, and the list continues without waiting for the response. unserved: no source here has this chain.
   */
  state: 'unread' | 'loading' | 'slow' | 'failed' | 'unserved' | 'read'
  rows: readonly TimelineRow<Row>[]
  /** Read but not in the list: inserting them would move visible rows, so they are shown on request. */
  late: readonly TimelineRow<Row>[]
  /** The list does not wait for it: it has not answered yet, is slow, has failed, or has late rows. */
  isAside: boolean
  isDone: boolean
  cursor: string | undefined
  error: unknown
}

/** A chain of our own index without any block cannot be queried. */
export const isNotIndexed = ({ source, indexed_block }: EvmChainState): boolean =>
  source !== 'hosted' && indexed_block === null

export const feedOf = <Row>(
  chain: EvmChainState,
  first: FirstAnswer<Row> | undefined,
  order: RowOrder<Row>,
): ChainFeed<Row> => {
  const empty = { chain, rows: [], late: [], cursor: undefined, error: undefined }
  if (isNotIndexed(chain)) return { ...empty, state: 'read', isAside: false, isDone: true }
  const unread: ChainFeed<Row> = { ...empty, state: 'unread', isAside: true, isDone: false }
  if (first?.page) return joinedFeeds(withPage(unread, first.page, order))
  if (!first) return unread
  const error = new Error(first.message)
  return first.isUnserved ? unservedFeed(unread, error) : { ...unread, state: 'failed', error }
}

/** A chain that no source serves is not a failure: the list misses nothing from it. */
export const unservedFeed = <Row>(feed: ChainFeed<Row>, error: unknown): ChainFeed<Row> => ({
  ...feed,
  state: 'unserved',
  isAside: false,
  isDone: true,
  error,
})

/** Adds one more page after the rows read; for duplicate keys the existing row stays. */
export const withPage = <Row>(
  feed: ChainFeed<Row>,
  { rows, cursor }: FeedPage<Row>,
  { keyOf, timeOf, mayRepeat }: RowOrder<Row>,
): ChainFeed<Row> => {
  const times = new Map<string, number>()
  const timesBefore = (record: Row): number => {
    const before = times.get(keyOf(record)) ?? 0
    times.set(keyOf(record), before + 1)
    return before
  }
  for (const { record } of [...feed.rows, ...feed.late]) timesBefore(record)
  const fresh = rows.flatMap((record): TimelineRow<Row>[] => {
    const before = timesBefore(record)
    if (before > 0 && !mayRepeat) return []
    const key = before === 0 ? keyOf(record) : `${keyOf(record)}-${before}`
    return [{ chain: feed.chain, record, key, timeMs: Date.parse(timeOf(record)) }]
  })
  const late = [...feed.late, ...fresh]
  return { ...feed, state: 'read', late, cursor, isDone: cursor === undefined, error: undefined }
}

/** Adds its late rows to the list, which from then on waits for this chain. */
export const joinedFeeds = <Row>(feed: ChainFeed<Row>): ChainFeed<Row> =>
  feed.isAside || feed.late.length > 0
    ? { ...feed, rows: [...feed.rows, ...feed.late], late: [], isAside: false }
    : feed

/** Chains that turned out not to be served are not offered. */
export const servedFeeds = <Row>(feeds: readonly ChainFeed<Row>[]): readonly ChainFeed<Row>[] =>
  feeds.filter(({ state }) => state !== 'unserved')

export type TimelineView<Row = unknown> = {
  feeds: readonly ChainFeed<Row>[]
  chosen: ReadonlySet<string>
  /** Complete down to the last one, for all chosen chains but those aside. */
  rows: readonly TimelineRow<Row>[]
  /** Chains that must be read further before the list can continue. */
  wanted: readonly string[]
  /** Chains with few remaining rows: they are read further together with those. */
  soon: readonly string[]
  lateCount: number
}

/** Half a page: small enough to show rows of a chain early. */
const fewRows = 12

const timeMsOf = ({ timeMs }: { timeMs: number }) => timeMs

export const viewOf = <Row>(feeds: readonly ChainFeed<Row>[], chosen: ReadonlySet<string>): TimelineView<Row> => {
  const on = feeds.filter(({ chain }) => chosen.has(chain.chain))
  const isOpen = ({ isDone, isAside }: ChainFeed<Row>) => !isDone && !isAside
  const { rows, left } = mergeByTime(
    on.map((feed) => ({ rows: feed.rows, isOpen: isOpen(feed) })),
    timeMsOf,
  )
  const withLeft = (most: number) =>
    on.filter((feed, index) => isOpen(feed) && (left[index] ?? 0) <= most).map(({ chain }) => chain.chain)
  const lateCount = on.reduce((sum, { late }) => sum + late.length, 0)
  return { feeds, chosen, rows, wanted: withLeft(0), soon: withLeft(fewRows), lateCount }
}
