import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** A small icon drawn by CSS (mark.css), for rows that repeat. With a `title`, screen readers read it. */
export const Mark = ({
  icon,
  title,
  className,
  ...props
}: ComponentProps<'span'> & { icon: 'created' | 'doubt' | 'failed' | 'to' | 'verified' }) => (
  <span
    {...props}
    {...(title ? { role: 'img', title } : { 'aria-hidden': true })}
    className={classNames('mark', `mark-${icon}`, className)}
  />
)
