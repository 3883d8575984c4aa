import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'

/** One of several alternative links; the current one has `aria-current`. */
export const ChoiceLink = ({ className, ...props }: ComponentProps<typeof Link>) => (
  <Link
    {...props}
    className={classNames(
      'block rounded-lg border px-2.5 py-1 text-sm',
      props['aria-current']
        ? 'border-accent bg-accent/10 font-medium text-accent'
        : 'border-line text-muted hover:text-ink',
      className,
    )}
  />
)
