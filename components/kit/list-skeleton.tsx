import type { List } from './define-list.ts'

const rows = Array.from({ length: 5 }, (_, index) => index)

/** A list before its data has arrived: rows of the same heights and columns. */
export const listSkeleton =
  <Item, Row extends object, View>({ noun, style, columns, cellClasses }: List<Item, Row, View>) =>
  () => (
    <div role="status">
      <span className="sr-only">Loading {noun}</span>
      <div aria-hidden className="list skeleton" style={style}>
        <div className="hidden h-9 border-line border-b lg:block" />
        {rows.map((row) => (
          // biome-ignore lint/a11y: it has the layout of a row
          <div key={row} role="row">
            {columns.map(({ key }, index) => (
              <i key={key} className={cellClasses[index]} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
