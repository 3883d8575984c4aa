import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import {
  type ChainFeed,
  type FirstAnswer,
  feedOf,
  joinedFeeds,
  type TimelineView,
  unservedFeed,
  viewOf,
  withPage,
} from './chain-feed.ts'
import type { FeedPage, RowOrder } from './feed-kind.ts'

type ShownOptions<Row> = {
  chains: readonly EvmChainState[]
  /** By chain; a chain without one is read from the start. */
  first: Readonly<Record<string, FirstAnswer<Row>>>
  chosen: readonly string[]
  order: RowOrder<Row>
}

/** The rows that were read, and what the list shows of them. Changes are shown when `notify` is called. */
const createShownFeeds = <Row>({ chains, first, chosen: initiallyChosen, order }: ShownOptions<Row>) => {
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
        return mustWait ? { ...next, isAside: true } : joinedFeeds(next)
      }),
    choose: (names: readonly string[]) => {
      chosen = new Set(names)
      notify()
    },
    showLate: () => {
      for (const name of chosen) change(name, (feed) => (feed.late.length > 0 ? joinedFeeds(feed) : feed))
      notify()
    },
    setReadFurtherDown: (isSo: boolean) => {
      isReadFurtherDown = isSo
    },
  }
}

export type TimelineOptions<Row> = ShownOptions<Row> & {
  ask: (chain: EvmChainState, cursor: string | undefined, signal: AbortSignal) => Promise<FeedPage<Row>>
  atOnce?: number
  /** The list no longer waits for chains that are slower than this. */
  slowAfterMs?: number
}

type Running = { controller: AbortController; hasSlot: boolean }

const atOnceUsual = 4
const slowAfterMsUsual = 4_000
/** A browser has six connections to a server: hanging requests must leave some for the page. */
const slowAtOnceMax = 2

/** Reads one wallet on many chains, a few at a time, and reports after each response what can be shown. */
export const createTimelineReader = <Row>(options: TimelineOptions<Row>) => {
  const { ask, atOnce = atOnceUsual, slowAfterMs = slowAfterMsUsual } = options
  const shown = createShownFeeds(options)
  const running = new Map<string, Running>()
  let queue: string[] = []

  const pump = () => {
    const free = atOnce - [...running.values()].filter(({ hasSlot }) => hasSlot).length
    for (const name of queue.splice(0, Math.max(0, free))) void read(name)
  }
  const want = (names: readonly string[]) => {
    const added = names.filter((name) => !running.has(name) && !queue.includes(name))
    if (added.length === 0) return
    for (const name of added) shown.change(name, (feed) => ({ ...feed, state: 'loading' }))
    queue.push(...added)
    pump()
    shown.notify()
  }

  const read = async (name: string): Promise<void> => {
    const feed = shown.feed(name)
    if (!feed) return
    const turn: Running = { controller: new AbortController(), hasSlot: true }
    running.set(name, turn)
    const timer = setTimeout(() => setAside(name, turn), slowAfterMs)
    const { signal } = turn.controller
    const answer = await ask(feed.chain, feed.cursor, signal).then(
      (page) => ({ page }),
      (error: unknown) => ({ error: signal.aborted ? signal.reason : error }),
    )
    clearTimeout(timer)
    if (running.get(name) !== turn) return
    running.delete(name)
    if ('page' in answer) shown.accept(name, answer.page)
    else if (isServiceError(answer.error, 'chain_not_served'))
      shown.change(name, (feed) => unservedFeed(feed, answer.error))
    else shown.change(name, (feed) => ({ ...feed, state: 'failed', isAside: true, error: answer.error }))
    pump()
    shown.notify()
  }

  const setAside = (name: string, turn: Running) => {
    const hanging = [...running.values()].filter(({ hasSlot }) => !hasSlot).length
    if (hanging >= slowAtOnceMax)
      return turn.controller.abort(new ServiceError('upstream_timeout', 'It has not responded yet.'))
    turn.hasSlot = false
    shown.change(name, (feed) => ({ ...feed, state: 'slow', isAside: true }))
    pump()
    shown.notify()
  }

  return {
    view: shown.view,
    subscribe: shown.subscribe,
    choose: shown.choose,
    showLate: shown.showLate,
    setReadFurtherDown: shown.setReadFurtherDown,
    /** Requests the selected chains that have not been requested. */
    start: () => want(shown.unread()),
    /** Aborts pending requests when the list is no longer shown. Loaded rows stay. */
    stop: () => {
      for (const { controller } of running.values()) controller.abort()
      for (const name of [...running.keys(), ...queue]) shown.change(name, restingFeed)
      running.clear()
      queue = []
      shown.notify()
    },
    /** Loads more rows at the end of the list. */
    more: () => (shown.view().wanted.length > 0 ? want(shown.view().soon) : undefined),
    retry: (name: string) => want([name]),
  }
}

export type TimelineReader<Row> = ReturnType<typeof createTimelineReader<Row>>

const restingFeed = <Row>(feed: ChainFeed<Row>): ChainFeed<Row> => ({
  ...feed,
  state: feed.rows.length + feed.late.length > 0 ? 'read' : 'unread',
})
