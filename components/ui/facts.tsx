import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/**
 * A list of named facts, read downwards: in two columns where there is room. It takes the width of its place and asks for none, so
 * that a long value cannot widen a grid around it.
 */
export const Facts = ({ className, ...props }: ComponentProps<'dl'>) => (
  <dl {...props} className={classNames('facts', className)} />
)

/** One fact. `wide` takes the whole row; `long` moves below its label on a phone: for hashes and addresses. */
export const Fact = ({
  label,
  wide = false,
  long = false,
  className,
  children,
  ...props
}: ComponentProps<'div'> & { label: ReactNode; wide?: boolean; long?: boolean }) => (
  <div {...props} className={classNames('fact', long && 'max-sm:flex-col', wide && 'wide', className)}>
    <dt className={classNames('shrink-0 text-muted text-sm leading-6 sm:w-36', long ? 'max-sm:w-full' : 'w-32')}>
      {label}
    </dt>
    <dd className="wrap-anywhere min-w-0 grow text-sm leading-6">{children}</dd>
  </div>
)
