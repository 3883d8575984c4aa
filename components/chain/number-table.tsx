import { WideTable } from '#components/ui/wide-table.tsx'

/** The numbers of a chart as a collapsed table, for users who cannot see it or want exact values. */
export const NumberTable = ({
  label,
  titles,
  rows,
}: {
  /** The label of the chart. */
  label: string
  titles: readonly string[]
  rows: readonly (readonly [key: string, ...cells: string[]])[]
}) => (
  <details className="mt-2 text-sm">
    <summary className="text-muted text-xs hover:text-accent">Show as a table</summary>
    <WideTable
      scrolls
      label={`${label}, table`}
      titles={titles}
      rows={rows}
      className="mt-2 max-h-64 [&_:is(td,th)]:px-0 [&_:is(td,th)]:py-1 [&_:is(td,th):not(:first-child)]:text-right"
    />
  </details>
)
