import { CircleSlash, Hourglass, TriangleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type StateProps = Omit<ComponentProps<'div'>, 'title'> & { title: ReactNode; action?: ReactNode }

const State = ({ icon, title, action, className, children, ...props }: StateProps & { icon: ReactNode }) => (
  <div {...props} className={classNames('flex flex-col items-center gap-2 px-4 py-10 text-center', className)}>
    <span aria-hidden className="text-muted">
      {icon}
    </span>
    <p className="font-medium">{title}</p>
    {children && <div className="max-w-prose text-balance text-muted text-sm">{children}</div>}
    {action && <div className="mt-1 flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
)

/** There is nothing, and that is certain. */
export const EmptyState = (props: StateProps) => <State icon={<CircleSlash size={22} />} {...props} />

/** There may be something, and the index has not come that far. Say how far it is and what to set. */
export const NotIndexedState = (props: StateProps) => (
  <State role="status" icon={<Hourglass size={22} className="text-warn" />} {...props} />
)

/** It did not work. `requestId` lets an operator find the request in the log; `action` holds the way to try again. */
export const ErrorState = ({ requestId, children, ...props }: StateProps & { requestId?: string }) => (
  <State role="alert" icon={<TriangleAlert size={22} className="text-bad" />} {...props}>
    {children}
    {requestId && (
      <p className="mt-1 text-xs">
        Request <code className="select-all font-mono">{requestId}</code>
      </p>
    )}
  </State>
)
