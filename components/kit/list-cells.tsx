import type { Suspicion } from '#lib/format/look-alike.ts'
import type { List } from './define-list.ts'

/** The cells of one row. */
export const ListCells = <Item, Row extends object, View>({
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

export const ListHeader = <Item, Row extends object, View>({
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
