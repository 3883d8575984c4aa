import type { ComponentProps, ReactNode } from 'react'

/** A table that scrolls horizontally if it does not fit. The first cell of a row is its key. */
export const WideTable = ({
  label,
  titles,
  rows,
  className = '',
  ...props
}: ComponentProps<'section'> & {
  label: string
  titles: readonly string[]
  rows: readonly (readonly [key: string, ...cells: ReactNode[]])[]
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
  <section {...props} aria-label={label} tabIndex={0} className={`overflow-x-auto ${className}`}>
    <table className="w-full whitespace-nowrap text-left text-sm">
      <thead className="border-line border-b text-muted text-xs">
        <tr>
          {titles.map((title) => (
            <th key={title} className="px-4 py-2 font-normal">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]} className="border-line border-b last:border-b-0">
            {cells.map((cell, column) => (
              <td key={titles[column]} className="px-4 py-2">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
