import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** A place that will be filled; its size comes with `className`. Say what loads once, on the region around. */
export const Skeleton = ({ className, ...props }: ComponentProps<'span'>) => (
  <span
    aria-hidden
    {...props}
    className={classNames('block h-4 motion-safe:animate-pulse rounded bg-line/70', className)}
  />
)
