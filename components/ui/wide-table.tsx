import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/**
 * A small table. On a phone, each row is a paragraph of titles and values; with `scrolls`, for numbers, it stays a table
 * that scrolls horizontally. The first cell of a row is its key.
 */
export const WideTable = ({
  label,
  titles,
  rows,
  scrolls = false,
  className = '',
  ...props
}: ComponentProps<'section'> & {
  label: string
  titles: readonly string[]
  rows: readonly (readonly [key: string, ...cells: ReactNode[]])[]
  scrolls?: boolean
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
  <section {...props} aria-label={label} tabIndex={0} className={`overflow-x-auto ${className}`}>
    <table className={classNames('wide-table', !scrolls && 'stacks')}>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]}>
            {cells.map((cell, column) => (
              <td key={titles[column]} data-title={scrolls ? undefined : titles[column]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
