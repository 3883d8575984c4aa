import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** A placeholder sized by `className`. Announce the loading state once, on the surrounding region. */
export const Skeleton = ({ className, ...props }: ComponentProps<'span'>) => (
  <span
    aria-hidden
    {...props}
    className={classNames('block h-4 motion-safe:animate-pulse rounded bg-line/70', className)}
  />
)
