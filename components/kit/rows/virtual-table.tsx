'use client'
import { type CSSProperties, memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { type EvictedRow, isEvicted } from './evicted-row.ts'
import type { FollowedPlace } from './follow-place.ts'
import { useRowHeight, useVirtualRows } from './use-virtual-rows.ts'

/**
 * Keeps the first visible row in the URL, so that a shared link opens there; without `blockAt` the URL stays as it is. Nothing waits
 * for that code: it is loaded after the page.
 */
const usePlace = ({ list, rowHeight, bound, blockAt, name }: FollowedPlace): void => {
  useEffect(() => {
    if (!blockAt) return
    let stop: (() => void) | undefined
    let isLeft = false
    const start = async () => {
      const { followPlace } = await import('./follow-place.ts')
      if (!isLeft) stop = followPlace({ list, rowHeight, bound, blockAt, name })
    }
    // Code that cannot be loaded leaves the URL as it is.
    start().catch(() => undefined)
    return () => {
      isLeft = true
      stop?.()
    }
  }, [list, rowHeight, bound, blockAt, name])
}

/** The position in a list of blocks; `name` is the URL parameter that keeps it where it is not `to_block`. */
export type RowPlace<Row> = { blockOf: (row: Row) => string; bound: string | undefined; name?: string }

export type VirtualTableProps<Row> = {
  label: string
  header: ReactNode
  /** Widths, areas and heights of the rows: see `defineList`. */
  style: CSSProperties
  rows: readonly (Row | EvictedRow)[]
  rowKey: (row: Row, index: number) => string
  row: (row: Row) => ReactNode
  rowClass?: (row: Row) => string | undefined
  heights: { wide: number; phone: number }
  /** The number of rows on all pages, where it is known. */
  total?: number | null
  /** Keeps the block of the first row on screen in the URL. */
  place?: RowPlace<Row>
  /** Called with the first and the last row in the document. */
  onSee?: (first: Row | EvictedRow, last: Row | EvictedRow) => void
}

const inRem = (height: number): string => `${height / 16}rem`

/**
 * A list of any length with only the rows near the screen in the document. The server renders the whole first page, so that it
 * can be read without JavaScript. Below 64rem the header is for screen readers only.
 */
export const VirtualTable = <Row extends object>({
  label,
  header,
  style,
  rows,
  rowKey,
  row,
  rowClass,
  heights,
  total,
  place,
  onSee,
}: VirtualTableProps<Row>) => {
  const body = useRef<HTMLDivElement>(null)
  const isHydrated = useHydrated(true, false)
  const height = useRowHeight(heights)
  const near = useVirtualRows(body, rows.length, height)
  const blockAt = useMemo(
    () =>
      place &&
      ((index: number) => {
        const row = rows[index]
        return row && (isEvicted(row) ? row.block : place.blockOf(row))
      }),
    [place, rows],
  )
  usePlace({ list: body, rowHeight: height, bound: place?.bound, blockAt, name: place?.name })
  const { from, to } = isHydrated ? near : { from: 0, to: rows.length }
  const [first, last] = [rows[from], rows[to - 1]]
  useEffect(() => {
    if (first && last) onSee?.(first, last)
  }, [first, last, onSee])
  return (
    // biome-ignore lint/a11y/useSemanticElements: only some of the rows are in the document, and they are laid out by grid
    <div role="table" aria-label={label} aria-rowcount={total == null ? -1 : total + 1} className="list" style={style}>
      {/* biome-ignore lint/a11y: rows of a table by role */}
      <div role="rowgroup" className="list-header">
        {/* biome-ignore lint/a11y: rows of a table by role */}
        <div role="row" aria-rowindex={1}>
          {header}
        </div>
      </div>
      {/* biome-ignore lint/a11y: rows of a table by role */}
      <div
        ref={body}
        role="rowgroup"
        style={
          isHydrated
            ? { paddingTop: inRem(from * height), paddingBottom: inRem((rows.length - to) * height) }
            : undefined
        }
      >
        {rows.slice(from, to).map((record, offset) => {
          const index = from + offset
          if (isEvicted(record)) return <TableRow key={index} rowIndex={index + 2} record={record} row={evictedCell} />
          return (
            <TableRow
              key={rowKey(record, index)}
              rowIndex={index + 2}
              record={record}
              className={rowClass?.(record)}
              row={row}
            />
          )
        })}
      </div>
    </div>
  )
}

const evictedCell = () => (
  // biome-ignore lint/a11y: a cell of a table by role
  <div role="cell" className="whole">
    <Skeleton />
  </div>
)

type TableRowProps<Row> = {
  record: Row
  /** From 1, header included. */
  rowIndex: number
  className?: string
  row: (record: Row) => ReactNode
}

/** Rows that stay on screen are not rendered again while the list scrolls. */
const TableRow = memo(<Row,>({ record, rowIndex, className, row }: TableRowProps<Row>) => (
  // biome-ignore lint/a11y: rows of a table by role
  <div role="row" aria-rowindex={rowIndex} className={className}>
    {row(record)}
  </div>
)) as <Row>(props: TableRowProps<Row>) => ReactNode
