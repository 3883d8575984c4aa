import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'

const tailLength = 6

/**
 * A hash or address shortened in the middle by CSS only: as much of the head as fits, and always the tail, which people
 * compare. Selecting or copying it yields the full text. The head is rounded to whole characters to avoid a gap.
 */
export const Hash = ({ value, className, ...props }: ComponentProps<'span'> & { value: string }) => (
  <span title={value} {...props} className={classNames('hash', className)}>
    <span>{value.slice(0, -tailLength)}</span>
    {value.slice(-tailLength)}
  </span>
)
