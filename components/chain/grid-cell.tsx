import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'

/** A cell of a row whose grid has named areas. */
export const GridCell = ({ area, className, ...props }: ComponentProps<'div'> & { area: string }) => (
  // biome-ignore lint/a11y: a cell of a table by role
  <div role="cell" {...props} style={{ gridArea: area }} className={classNames('min-w-0', className)} />
)

export type GridColumn = { area: string; title: string; end?: boolean; hidden?: boolean; className?: string }

export const GridHeader = ({ columns }: { columns: readonly GridColumn[] }) =>
  columns.map(({ area, title, end, hidden, className }) => (
    // biome-ignore lint/a11y: a cell of a table by role
    <div
      key={area}
      role="columnheader"
      style={{ gridArea: area }}
      className={classNames(end && 'text-right', className)}
    >
      {hidden ? <span className="sr-only">{title}</span> : title}
    </div>
  ))
