import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'

const addressMax = 14

/** `0x8d2d7b…14c630::market::buy`: a long address is cut in its middle, the module and function never are. */
export const shortFunction = (name: string): string => {
  const [address = '', ...path] = name.split('::')
  if (path.length === 0 || address.length <= addressMax) return name
  return [`${address.slice(0, 8)}…${address.slice(-6)}`, ...path].join('::')
}

/** A function for a list; whole in its title. */
export const FunctionName = ({ name, className, ...props }: ComponentProps<'span'> & { name: string }) => (
  <span title={name} {...props} className={classNames('font-mono text-xs', className)}>
    {shortFunction(name)}
  </span>
)
