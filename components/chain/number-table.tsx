import { classNames } from '#components/ui/class-names.ts'

/** The numbers of a chart for those who do not see it, or want them exactly; folded until then. */
export const NumberTable = ({
  label,
  titles,
  rows,
}: {
  /** Of the chart. */
  label: string
  titles: readonly string[]
  /** The first cell of a row is its key. */
  rows: readonly (readonly string[])[]
}) => (
  <details className="mt-2 text-sm">
    <summary className="text-muted text-xs hover:text-accent">Show as a table</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
    <section aria-label={`${label}, table`} tabIndex={0} className="mt-2 max-h-64 overflow-auto">
      <table className="w-full text-right">
        <thead className="text-muted text-xs">
          <tr>
            {titles.map((title) => (
              <th key={title} className="py-1 font-normal first:text-left">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells[0]} className="border-line border-t">
              {cells.map((cell, column) => (
                <td key={titles[column]} className={classNames('py-1 first:text-left', cell === '0' && 'text-muted')}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
)
