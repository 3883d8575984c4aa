import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Panel } from './panel.tsx'

/** A placeholder sized by `className`. Announce the loading state once, on the surrounding region. */
export const Skeleton = ({ className, ...props }: ComponentProps<'span'>) => (
  <span
    aria-hidden
    {...props}
    className={classNames('block h-4 motion-safe:animate-pulse rounded bg-line/70', className)}
  />
)

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** A panel with a list, before it has arrived. */
export const PanelSkeleton = () => (
  <Panel data-loading>
    <div className="h-11 border-line border-b" />
    <div className="grid gap-3 p-4">
      {lines.map((line) => (
        <Skeleton key={line} className="h-5" />
      ))}
    </div>
  </Panel>
)
