import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'

const tailLength = 6

/**
 * A hash or address cut in its middle by CSS alone: as much of the head as there is room for, and always the tail, which
 * is what people compare. Selected or copied it is whole. The head is rounded to whole characters, so that no gap opens.
 */
export const Hash = ({ value, className, ...props }: ComponentProps<'span'> & { value: string }) => (
  <span title={value} {...props} className={classNames('hash', className)}>
    <span>{value.slice(0, -tailLength)}</span>
    {value.slice(-tailLength)}
  </span>
)
