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
      <table className="w-full text-right [&_:is(td,th)]:py-1 [&_:is(td,th):first-child]:text-left [&_th]:font-normal [&_tbody_tr]:border-line [&_tbody_tr]:border-t">
        <thead className="text-muted text-xs">
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
                <td key={titles[column]} className={cell === '0' ? 'text-muted' : undefined}>
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
