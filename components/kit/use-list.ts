import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { PagesOptions } from '#lib/api/client/query-options.ts'
import type { ServiceError } from '#lib/base/errors.ts'
import type { List } from './define-list.ts'
import { type FirstPage, unpackPage } from './first-page.ts'
import { type KeptParts, type ListAnswer, listPage, type RowsPage } from './list-page.ts'
import { addPage, type EvictedRow } from './rows/evicted-row.ts'
import type { PageSource, PageWindow } from './rows/page-window.ts'

/** A longer list evicts the pages that are far from the screen. */
const pagesMax = 40

type Seen = [first: object, last: object]

/** Keeps few pages of a long list in memory. Returns a function that takes the first and the last row near the screen. */
const usePageWindow = <Row extends object>(source: PageSource<Row>, pages: number): ((...seen: Seen) => void) => {
  const cache = useQueryClient()
  const held = useRef<PageWindow>(undefined)
  const last = useRef<Seen>(undefined)
  const isLong = pages > pagesMax
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list keeps its source, which is a new object in every render
  useEffect(() => {
    if (!isLong) return
    let isGone = false
    // Few lists are this long: its code is loaded with the first that is.
    import('./rows/page-window.ts').then(({ createPageWindow }) => {
      if (isGone) return
      held.current = createPageWindow(cache, source)
      if (last.current) held.current.see(...last.current)
    })
    return () => {
      isGone = true
      held.current?.end()
    }
  }, [isLong, cache])
  return useCallback((...seen) => {
    last.current = seen
    held.current?.see(...seen)
  }, [])
}

/**
 * Folds the pages of a list into rows, adding only new pages. If an earlier page was replaced, it starts again. `begin`
 * copies the result so far, which `add` may change.
 */
const useIncrementalRows = <Page, Rows>(
  pages: readonly Page[],
  begin: (before?: Rows) => Rows,
  add: (rows: Rows, page: Page, index: number) => Rows,
): Rows => {
  const last = useRef<{ pages: readonly Page[]; begin: unknown; add: unknown; rows: Rows }>(undefined)
  return useMemo(() => {
    const before = last.current
    const continues =
      before?.begin === begin && before.add === add && before.pages.every((page, index) => page === pages[index])
    const known = continues ? before.pages.length : 0
    const more = pages.slice(known)
    const rows =
      continues && more.length === 0
        ? before.rows
        : more.reduce((all, page, index) => add(all, page, known + index), begin(continues ? before.rows : undefined))
    last.current = { pages, begin, add, rows }
    return rows
  }, [pages, begin, add])
}

/** Longer lists are not fetched again as a whole. */
const refetchedPagesMax = 4

type Grown<Row> = { rows: (Row | EvictedRow)[]; seen: Map<string, number>; last: Row | undefined }

const copyRows = <Row>(before?: Grown<Row>): Grown<Row> => ({
  rows: before?.rows.slice() ?? [],
  seen: before?.seen ?? new Map(),
  last: before?.last,
})

/** The rows of a page that are new in the list, in their final form. */
const newRows = function* <Item, Row extends object, View>(
  { keyOf, repeats, after }: List<Item, Row, View>,
  grown: Grown<Row>,
  result: readonly Row[],
): Generator<Row> {
  const { rows, seen } = grown
  for (const listed of result) {
    const key = keyOf(listed)
    const before = seen.get(key)
    if (before !== undefined && typeof repeats === 'string') {
      if (repeats === 'latest') rows[before] = listed
      continue
    }
    seen.set(key, repeats === 'latest' ? rows.length : (before ?? 0) + 1)
    const single = before !== undefined && typeof repeats === 'function' ? repeats(listed, before) : listed
    grown.last = after ? after(single, grown.last) : single
    yield grown.last
  }
}

export type Refetching<Row> = {
  /** Refetch interval of a list that is still being indexed. */
  refetchEveryMs?: number | false
  isMoving?: (pages: readonly RowsPage<Row>[]) => boolean
}

/**
 * The pages of a list, starting with the one the server rendered. Older pages do not change, so nothing is fetched
 * twice, except by `refetchEveryMs` while `isMoving` returns true.
 */
export const useListPages = <Item, Row>(
  list: KeptParts<Item, Row>,
  { queryFn, ...options }: PagesOptions<ListAnswer<Item>>,
  packed: FirstPage<Row>,
  { refetchEveryMs = false, isMoving = () => true }: Refetching<Row> = {},
) => {
  const first = useMemo(() => unpackPage(packed), [packed])
  const source = {
    ...options,
    queryFn: async (context: Parameters<typeof queryFn>[0]) => listPage(list, await queryFn(context)),
  }
  const query = useInfiniteQuery<
    RowsPage<Row>,
    ServiceError,
    InfiniteData<RowsPage<Row>, string | undefined>,
    readonly unknown[],
    string | undefined
  >({
    ...source,
    initialData: { pages: [first], pageParams: [undefined] },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) => {
      const pages = data?.pages ?? [first]
      return pages.length <= refetchedPagesMax && isMoving(pages) ? refetchEveryMs : false
    },
  })
  return { query, source, pages: query.data.pages }
}

/** The distinct rows of a list, of which only those near the screen are kept: `see` takes the first and last of these. */
export const useList = <Item, Row extends object, View>(
  list: List<Item, Row, View>,
  options: PagesOptions<ListAnswer<Item>>,
  first: FirstPage<Row>,
  refetching?: Refetching<Row>,
) => {
  const { query, source, pages } = useListPages(list, options, first, refetching)
  const add = useCallback(
    (grown: Grown<Row>, page: RowsPage<Row>, index: number) => {
      addPage<Row, RowsPage<Row>>(grown.rows, page, index, ({ result }) => newRows(list, grown, result))
      return grown
    },
    [list],
  )
  const { rows } = useIncrementalRows(pages, copyRows<Row>, add)
  const see = usePageWindow({ ...source, blockOf: list.blockOf }, pages.length)
  return { query, pages, rows, see, isEmpty: rows.length === 0 && !query.hasNextPage }
}

/** The place in a list of blocks whose upper bound is `bound`. */
export const useListPlace = <Item, Row extends object, View>({ blockOf }: List<Item, Row, View>, input: object) => {
  const bound = 'to_block' in input && input.to_block != null ? String(input.to_block) : undefined
  return useMemo(() => blockOf && { blockOf, bound }, [blockOf, bound])
}
