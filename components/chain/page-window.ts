import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { type AbsentPage, pageOf } from './absent.ts'

export type PageWindow = {
  /** The first and the last row in sight. */
  see: (first: object, last: object) => void
  end: () => void
}

type Page = { result: readonly object[] } | AbsentPage
type Pages = InfiniteData<Page, string | undefined>
type FetchPage = (context: { pageParam: string | undefined; signal: AbortSignal }) => Promise<Page>

/** Held on either side of what is in sight. */
const nearPages = 20
/** A list is asked for what is new at its beginning, and compared with its first rows. */
const firstPages = 3
/** Let go of together: each time the list is put together again. */
const atOnce = 10
/** Asked for at one time, and only where scrolling rests. */
const comingMax = 3
const restMs = 120
const retryMs = 3_000

const isHeld = (page: Page | undefined): boolean => page !== undefined && !('absent' in page)

/** The block of a row, where it has one, by whichever of its two names. */
const blockOf = (row: object | undefined): string | undefined => {
  const { block_number: block } = (row ?? {}) as { block_number?: unknown }
  return typeof block === 'string' ? block : undefined
}

const absentOf = (page: Page, index: number): AbsentPage => ({
  ...page,
  absent: { absentPage: index, block: blockOf(page.result[0]) },
  count: page.result.length,
  result: [],
})

/**
 * Lets go of the pages of a list that are far from what is in sight, and brings those that come near again, by the cursors that
 * they came with. What is held does not grow with the list, but for a word for each row.
 */
export const createPageWindow = (cache: QueryClient, queryKey: QueryKey, queryFn: unknown): PageWindow => {
  const fetchPage = queryFn as FetchPage
  const coming = new Map<number, AbortController>()
  const come = new Map<number, Page>()
  let [from, to] = [0, 0]
  let timer: ReturnType<typeof setTimeout> | undefined

  const data = () => cache.getQueryData<Pages>(queryKey)

  /** A page that is being asked for is added to the pages from before: until it is there, nothing is changed. */
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
    const replaced = pages.map((page, index) => (gone.has(index) ? absentOf(page, index) : page))
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
