import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The title of a page: the kind of subject, and the subject. `tools` are placed beside the kind. */
export const PageTitle = ({
  picture,
  kind,
  tools,
  children,
  aside,
}: {
  /** Of 40 px. */
  picture?: ReactNode
  kind: ReactNode
  tools?: ReactNode
  children?: ReactNode
  aside?: ReactNode
}) => (
  <header
    className={classNames(
      'mb-4 flex flex-wrap justify-between gap-x-6 gap-y-2',
      children ? 'items-end' : 'items-center',
    )}
  >
    <div className={classNames('flex min-w-0 gap-3', !children && 'items-center')}>
      {picture && <span className={classNames('shrink-0', children !== undefined && 'mt-1')}>{picture}</span>}
      <div className="min-w-0">
        <div className="flex items-center gap-1.5">
          <h1 className="font-semibold text-title tracking-tight">{kind}</h1>
          {tools}
        </div>
        {children && <div className="mt-1 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">{children}</div>}
      </div>
    </div>
    {aside && <div className="text-muted text-sm">{aside}</div>}
  </header>
)
