import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type StateProps = Omit<ComponentProps<'div'>, 'title'> & { title: ReactNode; action?: ReactNode }

/** Shown in place of data: an image, a sentence, and an action. */
export const StateFrame = ({
  icon,
  title,
  action,
  className,
  children,
  ...props
}: StateProps & { icon: ReactNode }) => (
  <div {...props} className={classNames('flex flex-col items-center gap-2 px-4 py-10 text-center', className)}>
    <span aria-hidden className="text-muted">
      {icon}
    </span>
    <p className="font-medium">{title}</p>
    {children && <div className="max-w-prose text-balance text-muted text-sm">{children}</div>}
    {action && <div className="mt-1 flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
)
