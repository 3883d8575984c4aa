'use client'

import type { ReactNode } from 'react'
import type { PagesOptions } from '#lib/api/client/query-options.ts'
import type { List } from './define-list.ts'
import type { FirstPage } from './first-page.ts'
import { ListEnd } from './list-end.tsx'
import type { ListAnswer } from './list-page.ts'
import { ListTable, type ListTableProps } from './list-table.tsx'
import { type Refetching, useList, useListPlace } from './use-list.ts'

export type ListViewProps<Row, View, Input> = {
  /** The input of the endpoint, page size included. */
  input: Input
  first: FirstPage<Row>
  view: View
  /** The number of rows on all pages, where it is known. */
  total?: number | null
  /** Older rows are still being indexed: the list is fetched again. */
  isGrowing?: boolean
  /** Shown where there is no row. */
  children: ReactNode
}

type Options<Item, Row extends object, View> = {
  Table?: (props: ListTableProps<Item, Row, View>) => ReactNode
  /** Whether the list may still change, judged by its pages; it is then refetched. */
  isMoving?: Refetching<Row>['isMoving']
  /** Shown above the rows while `isMoving`. */
  notice?: ReactNode
  /** Replaces the usual end, if it returns something for the error of the next page. */
  endOf?: (error: Error) => ReactNode
}

const growingMs = 4_000

/** Makes the component of a list: rows of any number from the first page on, and the end of the list. */
export const listView =
  <Item, Row extends object, View, Input extends object>(
    list: List<Item, Row, View>,
    optionsOf: (input: Input) => PagesOptions<ListAnswer<Item>>,
    { Table = ListTable, isMoving, notice, endOf }: Options<Item, Row, View> = {},
  ) =>
  ({ input, first, view, total, isGrowing = isMoving !== undefined, children }: ListViewProps<Row, View, Input>) => {
    const { query, pages, rows, see, isEmpty } = useList(list, optionsOf(input), first, {
      refetchEveryMs: isGrowing && growingMs,
      isMoving,
    })
    const place = useListPlace(list, input)
    const isNoticed = notice !== undefined && isMoving?.(pages)
    const sentence = pages[0]?.sentence
    return (
      <>
        {sentence && <p className="border-line border-b px-4 py-2.5 text-muted text-sm">{sentence}</p>}
        {isEmpty && !isNoticed ? (
          children
        ) : (
          <>
            {isNoticed && notice}
            <Table list={list} view={view} rows={rows} total={total} place={place} onSee={see} />
            {(query.isFetchNextPageError && endOf?.(query.error)) || (
              <ListEnd query={query} count={rows.length} noun={list.noun} isPartial={isNoticed} />
            )}
          </>
        )}
      </>
    )
  }
