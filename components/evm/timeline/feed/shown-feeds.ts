import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { type ChainFeed, type FirstAnswer, feedOf, joined, type TimelineView, viewOf, withPage } from './chain-feed.ts'
import type { FeedPage, RowOrder } from './feed-kind.ts'

export type ShownOptions<Row> = {
  chains: readonly EvmChainState[]
  /** By chain; a chain without one is read from the start. */
  first: Readonly<Record<string, FirstAnswer<Row>>>
  chosen: readonly string[]
  order: RowOrder<Row>
}

/** The rows that were read, and what the list shows of them. Changes are shown when `notify` is called. */
export const createShownFeeds = <Row>({ chains, first, chosen: initiallyChosen, order }: ShownOptions<Row>) => {
  const feeds = new Map(chains.map((chain) => [chain.chain, feedOf(chain, first[chain.chain], order)]))
  let chosen: ReadonlySet<string> = new Set(initiallyChosen)
  let view: TimelineView<Row> = viewOf([...feeds.values()], chosen)
  let isReadFurtherDown = false
  const listeners = new Set<() => void>()

  const notify = () => {
    view = viewOf([...feeds.values()], chosen)
    for (const listener of listeners) listener()
  }
  const change = (name: string, to: (feed: ChainFeed<Row>) => ChainFeed<Row>) => {
    const feed = feeds.get(name)
    if (feed) feeds.set(name, to(feed))
  }

  return {
    feed: (name: string) => feeds.get(name),
    change,
    notify,
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The selected chains that have not been requested. */
    unread: () =>
      [...feeds.values()].flatMap(({ state, chain }) =>
        state === 'unread' && chosen.has(chain.chain) ? [chain.chain] : [],
      ),
    /**
     * Rows above the last visible one would move the rows below: they wait until the user scrolls, or requests them.
     */
    accept: (name: string, page: FeedPage<Row>) =>
      change(name, (feed) => {
        const next = withPage(feed, page, order)
        const last = view.rows.at(-1)
        const movesRows = last !== undefined && next.late.some(({ timeMs }) => timeMs >= last.timeMs)
        const mustWait = feed.isAside && movesRows && (isReadFurtherDown || feed.state === 'slow')
        return mustWait ? { ...next, isAside: true } : joined(next)
      }),
    choose: (names: readonly string[]) => {
      chosen = new Set(names)
      notify()
    },
    showLate: () => {
      for (const name of chosen) change(name, (feed) => (feed.late.length > 0 ? joined(feed) : feed))
      notify()
    },
    setReadFurtherDown: (isSo: boolean) => {
      isReadFurtherDown = isSo
    },
  }
}
