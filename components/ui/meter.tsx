import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** A percentage as a bar; show the number beside it. */
export const Meter = ({ percent, className, ...props }: ComponentProps<'span'> & { percent: number }) => (
  <span
    aria-hidden
    {...props}
    className={classNames('inline-block h-1.5 w-24 overflow-hidden rounded-full bg-line align-middle', className)}
  >
    <span
      className="block h-full rounded-full bg-accent"
      style={{ width: `${Math.min(100, Math.max(0, percent))}%` }}
    />
  </span>
)
