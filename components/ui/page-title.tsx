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
      {picture && <span className={classNames('shrink-0', Boolean(children) && 'mt-1')}>{picture}</span>}
      <div className="min-w-0">
        <div>
          {/* The tools are in the padding of the last word: alone on a line they belong to nothing. */}
          <h1
            className={classNames(
              'inline font-semibold text-title tracking-tight',
              Boolean(tools) && 'pr-9 *:max-w-[calc(100%-2.25rem)]',
            )}
          >
            {kind}
          </h1>
          {tools && <span className="-ml-7 inline-flex h-8 items-center gap-1.5 align-bottom">{tools}</span>}
        </div>
        {children && <div className="mt-1 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">{children}</div>}
      </div>
    </div>
    {aside && <div className="text-muted text-sm">{aside}</div>}
  </header>
)
