import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'

/** A cell of a list's row. */
export const Cell = ({ className, ...props }: ComponentProps<'div'>) => (
  // biome-ignore lint/a11y: a cell of a table by role
  <div role="cell" {...props} className={classNames('min-w-0', className)} />
)

/** The names of a list's columns; `end` are those whose values stand at the right. */
export const HeaderCells = ({ columns }: { columns: readonly { title: string; end?: boolean }[] }) =>
  columns.map(({ title, end }) => (
    // biome-ignore lint/a11y: a cell of a table by role
    <div key={title} role="columnheader" className={end ? 'text-right' : undefined}>
      {title}
    </div>
  ))

/** Where a row has no value. */
export const None = () => <span className="text-muted">–</span>
