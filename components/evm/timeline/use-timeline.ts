import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { FirstAnswer, TimelineView } from '#components/evm/timeline/feed/chain-feed.ts'
import { chosenChains } from '#components/evm/timeline/feed/chosen-chains.ts'
import type { FeedClient, FeedKind, FeedPeriod, RowOrder } from '#components/evm/timeline/feed/feed-kind.ts'
import type { LastBlocks } from '#components/evm/timeline/feed/last-blocks.ts'
import type { TimelineKind } from '#components/evm/timeline/feed/timeline-kind.ts'
import { createTimelineReader, type TimelineReader } from '#components/evm/timeline/feed/timeline-reader.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'

export type Timeline<Row> = {
  kind: TimelineKind
  chains: readonly EvmChainState[]
  address: string
  /** `from_date` and `to_date` as in the URL. */
  bounds: Record<string, string>
  /** The same as parsed times. */
  period: FeedPeriod
  lastBlocks: LastBlocks
  pageSize: number
  first: Readonly<Record<string, FirstAnswer<Row>>>
  /** The URL's state at the time of rendering. */
  chosen: readonly string[]
}

/** The reader of this page, reused on Back as long as the chains' newest rows are the same. */
export const useTimeline = <Row, Name extends keyof FeedClient>(
  { kind, chains, address, bounds, period, lastBlocks, pageSize, first, chosen }: Timeline<Row>,
  feed: FeedKind<Row, Name>,
  client: Pick<FeedClient, Name>,
) => {
  const cache = useQueryClient()
  const [reader] = useState(() => {
    const key = ['evm', 'wallet-timeline', kind, address, bounds]
    const known = cache.getQueryData<TimelineReader<Row>>(key)
    if (known && isCurrent(known.view(), first, feed)) return known
    const made = createTimelineReader({
      chains,
      first,
      chosen,
      order: feed,
      ask: (state, cursor, signal) =>
        feed.ask(
          client,
          { state, address, ...period, lastBlock: lastBlocks[state.chain], limit: pageSize, ...(cursor && { cursor }) },
          { signal },
        ),
    })
    cache.setQueryData(key, made)
    return made
  })
  // The URL may differ by now: chains are selected in the browser, and Back shows what the server sent earlier.
  useEffect(() => {
    reader.choose(chosenChains(new URL(location.href).searchParams.get('chains'), chains))
    reader.start()
  }, [reader, chains])
  useEffect(() => reader.stop, [reader])
  return { reader, view: useSyncExternalStore(reader.subscribe, reader.view, reader.view) }
}

const isCurrent = <Row>(
  { feeds }: TimelineView<Row>,
  first: Timeline<Row>['first'],
  { keyOf }: RowOrder<Row>,
): boolean =>
  feeds.every(({ chain, rows }) => {
    const page = first[chain.chain]?.page
    const [newest] = page?.rows ?? []
    return !page || (newest && keyOf(newest)) === (rows[0] && keyOf(rows[0].record))
  })
