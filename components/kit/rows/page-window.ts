import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { type EvictedPage, pageOf } from './evicted-row.ts'

export type PageWindow = {
  /** Takes the first and the last row near the screen. */
  see: (first: object, last: object) => void
  end: () => void
}

type HeldPage<Row> = { result: readonly Row[] }
type Page<Row> = HeldPage<Row> | EvictedPage

/** The way a list fetches its pages. */
export type PageSource<Row> = {
  queryKey: QueryKey
  queryFn: (context: { pageParam: string | undefined; signal: AbortSignal }) => Promise<HeldPage<Row>>
  /** For rows with blocks: evicted rows keep the first block of their page. */
  blockOf?: (row: Row) => string
}

/** Pages kept on either side of the screen. */
const nearPages = 20
/** Always kept: new rows are compared with the first ones. */
const firstPages = 3
/** Evicted together, since each eviction rebuilds the list. */
const atOnce = 10
/** Pages fetched at the same time, and only while scrolling rests. */
const comingMax = 3
const restMs = 120
const retryMs = 3_000

const isHeld = (page: object | undefined): boolean => page !== undefined && !('evicted' in page)

const evictedFrom = <Row extends object>(
  page: Page<Row>,
  index: number,
  blockOf: ((row: Row) => string) | undefined,
): EvictedPage => {
  const [first] = page.result
  const block = first && blockOf?.(first)
  return { ...page, evicted: { evictedPage: index, block }, count: page.result.length, result: [] }
}

/**
 * Evicts the pages of a list that are far from the screen, and fetches those that come near again by the cursors they came with.
 * React Query's `maxPages` cannot do it: it drops pages with their cursors, so that rows lose their positions and Back or a drag
 * of the scroll bar would have to fetch every page in between.
 */
export const createPageWindow = <Row extends object>(
  cache: QueryClient,
  { queryKey, queryFn: fetchPage, blockOf }: PageSource<Row>,
): PageWindow => {
  type Pages = InfiniteData<Page<Row>, string | undefined>
  const coming = new Map<number, AbortController>()
  const come = new Map<number, Page<Row>>()
  let [from, to] = [0, 0]
  let timer: ReturnType<typeof setTimeout> | undefined

  const data = () => cache.getQueryData<Pages>(queryKey)

  /** React Query adds the page that it fetches to the earlier pages: nothing is changed until it has arrived. */
  const settle = () => {
    const pages = data()?.pages
    if (!pages || cache.getQueryState(queryKey)?.fetchStatus !== 'idle') return
    const isFar = (index: number) =>
      index >= firstPages && index < pages.length - 1 && (index < from - nearPages || index > to + nearPages)
    const far = pages.flatMap((page, index) => (isHeld(page) && isFar(index) ? [index] : []))
    const gone = new Set(far.length < atOnce ? [] : far)
    const back = [...come].filter(([index]) => !isHeld(pages[index]))
    come.clear()
    if (gone.size === 0 && back.length === 0) return
    const replaced = pages.map((page, index) => (gone.has(index) ? evictedFrom(page, index, blockOf) : page))
    for (const [index, page] of back) replaced[index] = page
    cache.setQueryData<Pages>(queryKey, (known) => known && { ...known, pages: replaced })
  }

  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(bring, ms)
  }

  const fetchOne = async (index: number, pageParam: string | undefined) => {
    const stop = new AbortController()
    coming.set(index, stop)
    try {
      come.set(index, await fetchPage({ pageParam, signal: stop.signal }))
      settle()
      wait(0)
    } catch {
      if (!stop.signal.aborted) wait(retryMs)
    } finally {
      coming.delete(index)
    }
  }

  const bring = () => {
    const known = data()
    if (!known) return
    for (const [index, stop] of coming) if (index < from - 1 || index > to + 1) stop.abort()
    for (let index = Math.max(0, from - 1); index <= to + 1; index++) {
      if (coming.size >= comingMax) return
      if (index >= known.pages.length || isHeld(known.pages[index]) || coming.has(index) || come.has(index)) continue
      fetchOne(index, known.pageParams[index])
    }
  }

  const unsubscribe = cache.getQueryCache().subscribe((event) => {
    const isAnswer = event.type === 'updated' && event.action.type === 'success' && !event.action.manual
    if (isAnswer && event.query === cache.getQueryCache().find({ queryKey, exact: true })) settle()
  })

  return {
    see: (first, last) => {
      from = pageOf(first) ?? from
      to = pageOf(last) ?? Math.max(from, to)
      settle()
      wait(restMs)
    },
    end: () => {
      clearTimeout(timer)
      unsubscribe()
      for (const stop of coming.values()) stop.abort()
    },
  }
}
