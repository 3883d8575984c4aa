import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A list of named facts, two columns wide where there is room. */
export const Facts = ({ className, ...props }: ComponentProps<'dl'>) => (
  <dl
    {...props}
    className={classNames('grid gap-px bg-line md:grid-cols-2 md:[&>:last-child:nth-child(odd)]:col-span-2', className)}
  />
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
      'flex min-w-0 gap-x-4 gap-y-0.5 bg-surface px-4 py-2.5',
      long && 'max-sm:flex-col',
      wide && 'md:col-span-2',
      className,
    )}
  >
    <dt className="w-32 shrink-0 text-muted sm:w-36 text-sm leading-6">{label}</dt>
    <dd className="wrap-anywhere min-w-0 grow text-sm leading-6">{children}</dd>
  </div>
)
