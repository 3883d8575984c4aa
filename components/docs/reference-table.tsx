import type { ReactNode } from 'react'

/** A table that scrolls inside itself, so that a page is never wider than the screen. */
export const ReferenceTable = ({
  label,
  columns,
  children,
}: {
  label: string
  columns: readonly string[]
  children: ReactNode
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
  <section aria-label={`${label} table`} tabIndex={0} className="overflow-x-auto">
    <table className="w-full text-left align-top text-sm">
      <thead className="border-line border-b text-muted text-xs">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="px-3 py-2 font-normal sm:px-4">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line [&_td]:px-3 [&_td]:py-2 [&_td]:align-top sm:[&_td]:px-4">{children}</tbody>
    </table>
  </section>
)
