import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { type ChainFeed, unservedFeed } from './chain-feed.ts'
import type { FeedPage } from './feed-kind.ts'
import { createShownFeeds, type ShownOptions } from './shown-feeds.ts'

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
