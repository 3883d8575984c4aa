'use client'
import { useCallback, useMemo } from 'react'
import type { Suspicion } from '#lib/format/look-alike.ts'
import type { List } from './define-list.ts'
import { VirtualTable, type VirtualTableProps } from './rows/virtual-table.tsx'

/** The cells of one row. */
const ListCells = <Item, Row extends object, View>({
  list: { columns, cellClasses },
  row,
  view,
  suspicion,
}: {
  list: List<Item, Row, View>
  row: Row
  view: View
  suspicion?: Suspicion
}) =>
  columns.map(({ key, cell }, index) => (
    // biome-ignore lint/a11y: a cell of a table by role
    <div key={key} role="cell" className={cellClasses[index]}>
      {cell(row, view, suspicion)}
    </div>
  ))

const ListHeader = <Item, Row extends object, View>({
  list: { columns, headerClasses },
}: {
  list: List<Item, Row, View>
}) =>
  columns.map(({ key, title, isUntitled }, index) => (
    // biome-ignore lint/a11y: a cell of a table by role
    <div key={key} role="columnheader" className={headerClasses[index]}>
      {isUntitled ? <span className="sr-only">{title}</span> : title}
    </div>
  ))

export type ListTableProps<Item, Row extends object, View> = Pick<
  VirtualTableProps<Row>,
  'rows' | 'total' | 'onSee' | 'place'
> & {
  list: List<Item, Row, View>
  /** Context for cells besides their row; a new object renders all rows again. */
  view: View
  /** Replaces the list's own. */
  label?: string
}

/** The props of a `VirtualTable` for the rows of a list. */
export const useTableOf = <Item, Row extends object, View>({
  list,
  view,
  label = list.label,
  ...table
}: ListTableProps<Item, Row, View>) => ({
  ...table,
  label,
  header: <ListHeader list={list} />,
  style: list.style,
  heights: list.heights,
  rowKey: list.keyOf,
  rowClass: useMemo(() => list.rowClass && ((row: Row) => list.rowClass?.(row, view)), [list, view]),
  row: useCallback(
    (row: Row, suspicion?: Suspicion) => <ListCells list={list} row={row} view={view} suspicion={suspicion} />,
    [list, view],
  ),
})

/** The rows of a list, of any number. */
export const ListTable = <Item, Row extends object, View>(props: ListTableProps<Item, Row, View>) => (
  <VirtualTable {...useTableOf(props)} />
)
