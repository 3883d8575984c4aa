'use client'

import { useState } from 'react'
import { WideTable } from '#components/ui/wide-table.tsx'

/** The numbers of a chart as a collapsed table, for users who cannot see it or want exact values. Its rows are made when it opens. */
export const NumberTable = ({
  label,
  titles,
  rows,
  note,
}: {
  /** The label of the chart. */
  label: string
  titles: readonly string[]
  rows: readonly (readonly [key: string, ...cells: string[]])[]
  /** Said below the rows. */
  note?: string | undefined
}) => {
  const [isOpen, setOpen] = useState(false)
  const noteState = (details: HTMLDetailsElement | null): void => setOpen(details?.open ?? false)
  return (
    // It may have been opened before hydration.
    <details ref={noteState} onToggle={({ currentTarget }) => noteState(currentTarget)} className="mt-2 text-sm">
      <summary className="text-muted text-xs hover:text-accent">Show as a table</summary>
      {isOpen && (
        <>
          <WideTable
            scrolls
            label={`${label}, table`}
            titles={titles}
            rows={rows}
            className="mt-2 max-h-64 [&_:is(td,th)]:px-0 [&_:is(td,th)]:py-1 [&_:is(td,th):not(:first-child)]:text-right"
          />
          {note && <p className="mt-1 text-muted text-xs">{note}</p>}
        </>
      )}
    </details>
  )
}
