import { isServiceError } from '#lib/api/errors.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { type ChainFeed, type FirstAnswer, feedOf, joined, unservedFeed, viewOf, withPage } from './chain-feed.ts'
import type { FeedPage, RowOrder } from './feed-kind.ts'

export type TimelineOptions<Row> = {
  chains: readonly EvmChainState[]
  /** By chain; a chain without one is read from the start. */
  first: Readonly<Record<string, FirstAnswer<Row>>>
  chosen: readonly string[]
  order: RowOrder<Row>
  ask: (chain: EvmChainState, cursor: string | undefined, signal: AbortSignal) => Promise<FeedPage<Row>>
  atOnce?: number
  /** Slower chains no longer delay the others. */
  slowAfterMs?: number
}

type Running = { controller: AbortController; hasSlot: boolean }

const atOnceUsual = 4
const slowAfterMsUsual = 4_000
/** A browser has six connections to a server: what hangs may not take those that the page needs. */
const slowAtOnceMax = 2

/** Reads one wallet on many chains, a few at a time, and reports after each response what can be shown. */
export const createTimelineReader = <Row>(options: TimelineOptions<Row>) => {
  const { chains, first, order, ask, atOnce = atOnceUsual, slowAfterMs = slowAfterMsUsual } = options
  const feeds = new Map(chains.map((chain) => [chain.chain, feedOf(chain, first[chain.chain], order)]))
  let chosen: ReadonlySet<string> = new Set(options.chosen)
  let view = viewOf([...feeds.values()], chosen)
  let isReadFurtherDown = false
  const listeners = new Set<() => void>()
  const running = new Map<string, Running>()
  let queue: string[] = []

  const tell = () => {
    view = viewOf([...feeds.values()], chosen)
    for (const listener of listeners) listener()
  }
  const change = (name: string, to: (feed: ChainFeed<Row>) => ChainFeed<Row>) => {
    const feed = feeds.get(name)
    if (feed) feeds.set(name, to(feed))
  }

  const pump = () => {
    const free = atOnce - [...running.values()].filter(({ hasSlot }) => hasSlot).length
    for (const name of queue.splice(0, Math.max(0, free))) void read(name)
  }
  const want = (names: readonly string[]) => {
    const added = names.filter((name) => !running.has(name) && !queue.includes(name))
    if (added.length === 0) return
    for (const name of added) change(name, (feed) => ({ ...feed, state: 'loading' }))
    queue.push(...added)
    pump()
    tell()
  }

  const read = async (name: string): Promise<void> => {
    const feed = feeds.get(name)
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
    if ('page' in answer) accept(name, answer.page)
    else if (isServiceError(answer.error, 'chain_not_served')) change(name, (feed) => unservedFeed(feed, answer.error))
    else change(name, (feed) => ({ ...feed, state: 'failed', isAside: true, error: answer.error }))
    pump()
    tell()
  }

  const setAside = (name: string, turn: Running) => {
    const hanging = [...running.values()].filter(({ hasSlot }) => !hasSlot).length
    if (hanging >= slowAtOnceMax) return turn.controller.abort(new Error('It has not responded yet.'))
    turn.hasSlot = false
    change(name, (feed) => ({ ...feed, state: 'slow', isAside: true }))
    pump()
    tell()
  }

  /** Rows above the last visible one would move the rows below: they wait until the user reads further, or asks for them. */
  const accept = (name: string, page: FeedPage<Row>) =>
    change(name, (feed) => {
      const next = withPage(feed, page, order)
      const last = view.rows.at(-1)
      const movesRows = last !== undefined && next.late.some(({ timeMs }) => timeMs >= last.timeMs)
      const mustWait = feed.isAside && movesRows && (isReadFurtherDown || feed.state === 'slow')
      return mustWait ? { ...next, isAside: true } : joined(next)
    })

  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Asks the chosen chains that have not been asked. */
    start: () =>
      want(
        [...feeds.values()].flatMap(({ state, chain }) =>
          state === 'unread' && chosen.has(chain.chain) ? [chain.chain] : [],
        ),
      ),
    /** Aborts pending requests when the list is no longer shown. Loaded rows stay. */
    stop: () => {
      for (const [name, { controller }] of running) {
        controller.abort()
        change(name, restingFeed)
      }
      for (const name of queue) change(name, restingFeed)
      running.clear()
      queue = []
      tell()
    },
    /** Reads on where the list ends. */
    more: () => (view.wanted.length > 0 ? want(view.soon) : undefined),
    retry: (name: string) => want([name]),
    choose: (names: readonly string[]) => {
      chosen = new Set(names)
      tell()
    },
    showLate: () => {
      for (const name of chosen) change(name, (feed) => (feed.late.length > 0 ? joined(feed) : feed))
      tell()
    },
    setReadFurtherDown: (isSo: boolean) => {
      isReadFurtherDown = isSo
    },
  }
}

export type TimelineReader<Row> = ReturnType<typeof createTimelineReader<Row>>

const restingFeed = <Row>(feed: ChainFeed<Row>): ChainFeed<Row> => ({
  ...feed,
  state: feed.rows.length + feed.late.length > 0 ? 'read' : 'unread',
})
