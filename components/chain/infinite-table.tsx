'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { classNames } from '#components/ui/class-names.ts'

/** Heights in pixels, as the rows' own classes set them: known heights let Back return to the same row. */
export type RowHeights = { wide: number; narrow: number }

const wideQuery = '(min-width: 64rem)'
const rowsBeyondScreen = 12

const useIsWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wideQuery)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(wideQuery).matches,
    () => true,
  )

const stay = () => () => {}
const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    stay,
    () => true,
    () => false,
  )

/**
 * A list of any length of which only the visible rows are in the document. The server renders all rows that it has, in
 * normal flow. `header` and what `row` returns share one grid (`columns`); below 64rem the header is for screen readers only.
 */
export const InfiniteTable = <Row,>({
  label,
  header,
  columns,
  rows,
  rowKey,
  row,
  rowClassName,
  heights,
  total,
}: {
  label: string
  header: ReactNode
  /** Classes of header and rows: the grid's columns, its areas on phones, and the rows' heights. */
  columns: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  row: (row: Row) => ReactNode
  rowClassName?: (row: Row) => string | undefined
  heights: RowHeights
  /** How many rows there are in all, when known. */
  total?: number | null
}) => {
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const isHydrated = useIsHydrated()
  const height = useIsWide() ? heights.wide : heights.narrow
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: rowsBeyondScreen,
    scrollMargin: top,
  })
  useLayoutEffect(() => {
    const element = body.current
    if (element) setTop(element.getBoundingClientRect().top + window.scrollY)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height makes the remembered sizes wrong
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height])

  const items = isHydrated ? virtualizer.getVirtualItems() : undefined
  const first = items?.[0]
  const last = items?.at(-1)
  const indexes = items?.map(({ index }) => index) ?? [...rows.keys()]
  return (
    // biome-ignore lint/a11y/useSemanticElements: only a part of the rows is there, and they are laid out by grid
    <div role="table" aria-label={label} aria-rowcount={total == null ? -1 : total + 1}>
      {/* biome-ignore lint/a11y: rows of a table by role */}
      <div role="rowgroup" className="sr-only lg:not-sr-only">
        {/* biome-ignore lint/a11y: rows of a table by role */}
        <div
          role="row"
          aria-rowindex={1}
          className={classNames('border-line border-b text-muted text-xs', columns, 'lg:h-9')}
        >
          {header}
        </div>
      </div>
      {/* biome-ignore lint/a11y: rows of a table by role */}
      <div
        ref={body}
        role="rowgroup"
        style={{
          paddingTop: first ? first.start - top : 0,
          paddingBottom: last ? virtualizer.getTotalSize() - (last.end - top) : 0,
        }}
      >
        {indexes.map((index) => {
          const record = rows[index]
          if (record === undefined) return null
          return (
            // biome-ignore lint/a11y: rows of a table by role
            <div
              key={rowKey(record)}
              role="row"
              aria-rowindex={index + 2}
              className={classNames('border-line border-b text-sm hover:bg-sunken/60', columns, rowClassName?.(record))}
            >
              {row(record)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
