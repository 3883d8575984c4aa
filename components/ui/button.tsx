import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

const looks = {
  plain: 'border border-line bg-surface text-ink hover:border-accent hover:text-accent',
  primary: 'border border-accent bg-accent text-on-accent hover:opacity-90',
  quiet: 'border border-transparent text-muted hover:text-accent',
} as const

export type ButtonLook = keyof typeof looks

/** The classes of a button, for links that look like one. */
export const buttonClasses = (look: ButtonLook = 'plain', className?: string): string =>
  classNames(
    'inline-flex min-h-8 items-center justify-center gap-1.5 whitespace-nowrap rounded-lg px-3 py-1 font-medium text-sm disabled:opacity-60',
    looks[look],
    className,
  )

export const Button = ({ look = 'plain', className, ...props }: ComponentProps<'button'> & { look?: ButtonLook }) => (
  <button type="button" {...props} className={buttonClasses(look, className)} />
)
