import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { PagesOptions } from '#lib/api/client/query-options.ts'
import type { ServiceError } from '#lib/base/errors.ts'
import type { List } from './define-list.ts'
import { type FirstPage, unpackPage } from './first-page.ts'
import { type Answer, type KeptParts, type ListPage, listPage } from './list-page.ts'
import { addPage, type EvictedRow } from './rows/evicted-row.ts'
import { useIncrementalRows } from './rows/use-incremental-rows.ts'
import { usePageWindow } from './rows/use-page-window.ts'

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
  isMoving?: (pages: readonly ListPage<Row>[]) => boolean
}

/**
 * The pages of a list, starting with the one the server rendered. Older pages do not change, so nothing is fetched
 * twice, except by `refetchEveryMs` while `isMoving` returns true.
 */
export const useListPages = <Item, Row>(
  list: KeptParts<Item, Row>,
  { queryFn, ...options }: PagesOptions<Answer<Item>>,
  packed: FirstPage<Row>,
  { refetchEveryMs = false, isMoving = () => true }: Refetching<Row> = {},
) => {
  const first = useMemo(() => unpackPage(packed), [packed])
  const source = {
    ...options,
    queryFn: async (context: Parameters<typeof queryFn>[0]) => listPage(list, await queryFn(context)),
  }
  const query = useInfiniteQuery<
    ListPage<Row>,
    ServiceError,
    InfiniteData<ListPage<Row>, string | undefined>,
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
  options: PagesOptions<Answer<Item>>,
  first: FirstPage<Row>,
  refetching?: Refetching<Row>,
) => {
  const { query, source, pages } = useListPages(list, options, first, refetching)
  const add = useCallback(
    (grown: Grown<Row>, page: ListPage<Row>, index: number) => {
      addPage<Row, ListPage<Row>>(grown.rows, page, index, ({ result }) => newRows(list, grown, result))
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
