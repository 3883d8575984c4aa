import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/**
 * A list of named facts, two columns wide where there is room. One without a neighbour takes the whole row. It takes the width
 * of its place and asks for none, so that a long value cannot widen a grid around it.
 */
export const Facts = ({ className, ...props }: ComponentProps<'dl'>) => (
  <dl {...props} className={classNames('flex w-0 min-w-full flex-wrap gap-px bg-line', className)} />
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
  <div
    {...props}
    className={classNames(
      'flex min-w-0 grow basis-full gap-x-4 gap-y-0.5 bg-surface px-4 py-2.5',
      long && 'max-sm:flex-col',
      !wide && 'md:basis-[calc(50%-1px)]',
      className,
    )}
  >
    <dt className={classNames('shrink-0 text-muted text-sm leading-6 sm:w-36', long ? 'max-sm:w-full' : 'w-32')}>
      {label}
    </dt>
    <dd className="wrap-anywhere min-w-0 grow text-sm leading-6">{children}</dd>
  </div>
)
