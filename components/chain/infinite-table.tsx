'use client'

import { memo, type ReactNode, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { type Absent, isAbsent } from './absent.ts'
import { usePlace } from './use-place.ts'
import { useVisibleRange } from './use-visible-range.ts'

/**
 * Heights in sixteenths of a rem (pixels at the usual font size), line included, as the rows' own classes set them in rem.
 * Known heights let Back return to the same row.
 */
type RowHeights = { wide: number; narrow: number }

/** Where in a list of blocks one is; `name` is the parameter that says so where it is not `to_block`. */
export type Place<Row> = { blockOf: (row: Row) => string; bound: string | undefined; name?: string }

const wideQuery = '(min-width: 64rem)'

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

export type InfiniteTableProps<Row> = {
  label: string
  header: ReactNode
  /** Classes of header and rows: the grid's columns, its areas on phones, and the rows' heights. */
  columns: string
  rows: readonly (Row | Absent)[]
  rowKey: (row: Row, index: number) => string
  row: (row: Row) => ReactNode
  rowClassName?: (row: Row) => string | undefined
  heights: RowHeights
  /** How many rows there are in all, when known. */
  total?: number | null
  /** Keeps the first row in sight in the address: its block, and the block that the list was asked to begin with. */
  place?: Place<Row>
  /** Is told the first and the last row in the document. */
  onSee?: (first: Row | Absent, last: Row | Absent) => void
}

const inRem = (height: number): string => `${height / 16}rem`

/** More rows than a screen shows at first would only make the document heavier: the browser has their data. */
const serverRowsMax = 15

/**
 * A list of any length of which only the visible rows are in the document. The server renders the first of them, in
 * normal flow. `header` and what `row` returns share one grid (`columns`); below 64rem the header is for screen readers only.
 */
export const InfiniteTable = <Row extends object>({
  label,
  header,
  columns,
  rows,
  rowKey,
  row,
  rowClassName,
  heights,
  total,
  place,
  onSee,
}: InfiniteTableProps<Row>) => {
  const body = useRef<HTMLDivElement>(null)
  const isHydrated = useIsHydrated()
  const height = useIsWide() ? heights.wide : heights.narrow
  const visible = useVisibleRange(body, rows.length, height)
  const blockAt = useMemo(
    () =>
      place &&
      ((index: number) => {
        const row = rows[index]
        return row && (isAbsent(row) ? row.block : place.blockOf(row))
      }),
    [place, rows],
  )
  usePlace(body, height, place?.bound, blockAt, place?.name)
  const { from, to } = isHydrated ? visible : { from: 0, to: Math.min(rows.length, serverRowsMax) }
  const [first, last] = [rows[from], rows[to - 1]]
  useEffect(() => {
    if (first && last) onSee?.(first, last)
  }, [first, last, onSee])
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
          paddingTop: inRem(from * height),
          paddingBottom: isHydrated ? inRem((rows.length - to) * height) : undefined,
        }}
      >
        {rows.slice(from, to).map((record, offset) => {
          const index = from + offset
          const common = { rowIndex: index + 2, className: columns }
          if (isAbsent(record)) return <TableRow key={index} {...common} record={record} row={absentRow} />
          return (
            <TableRow
              key={rowKey(record, index)}
              {...common}
              record={record}
              className={classNames(columns, rowClassName?.(record))}
              row={row}
            />
          )
        })}
        {!isHydrated && <RoomBelow rows={rows.length - to} heights={heights} />}
      </div>
    </div>
  )
}

/** The room of rows that the server did not render, whose height depends on a width that it does not know. */
const RoomBelow = ({ rows, heights }: { rows: number; heights: RowHeights }) => (
  <>
    <div aria-hidden className="lg:hidden" style={{ height: inRem(rows * heights.narrow) }} />
    <div aria-hidden className="max-lg:hidden" style={{ height: inRem(rows * heights.wide) }} />
  </>
)

const absentRow = () => (
  // biome-ignore lint/a11y: a cell of a table by role
  <div role="cell" style={{ gridArea: '1 / 1 / -1 / -1' }}>
    <Skeleton />
  </div>
)

type TableRowProps<Row> = {
  record: Row
  /** From 1 on, the header included. */
  rowIndex: number
  className: string
  row: (record: Row) => ReactNode
}

/** Rows that stay in sight while one scrolls are not made again. */
const TableRow = memo(<Row,>({ record, rowIndex, className, row }: TableRowProps<Row>) => (
  // biome-ignore lint/a11y: rows of a table by role
  <div
    role="row"
    aria-rowindex={rowIndex}
    className={classNames('border-line border-b text-sm hover:bg-sunken/60', className)}
  >
    {row(record)}
  </div>
)) as <Row>(props: TableRowProps<Row>) => ReactNode
