import type { ReactNode } from 'react'
import { SourceLink } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { RetryButton } from '#components/ui/loading/retry-button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'
import type { Call, QuestionFault } from '#lib/pages/question.ts'

/** A part of the overview, with a link to the tab that shows all of it. */
export const OverviewPanel = ({
  title,
  aside,
  all,
  call,
  className,
  children,
}: {
  title: string
  aside?: ReactNode
  all?: { href: string; text: string }
  call: Call
  className?: string
  children: ReactNode
}) => (
  <Panel
    title={title}
    className={className}
    aside={
      <>
        {aside}
        {all && (
          <Link href={all.href} className="text-accent hover:underline">
            {all.text}
          </Link>
        )}
        <SourceLink title={title} call={call} />
      </>
    }
  >
    {children}
  </Panel>
)

/** One line in place of rows. */
export const OverviewLine = ({ children }: { children: ReactNode }) => (
  <p className="px-4 py-3 text-muted text-sm">{children}</p>
)

/** A failed part of the overview, as one line: the other parts stay. */
export const OverviewFault = ({ what, fault }: { what: string; fault: QuestionFault }) => (
  <div role="alert" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 text-sm">
    <p>
      <span className="font-medium">{what} could not be loaded.</span>{' '}
      <span className="text-muted">{fault.message}</span>
    </p>
    <RetryButton />
  </div>
)

export const OverviewSkeleton = ({ title, lines = 3 }: { title: string; lines?: number }) => (
  <Panel title={title} data-loading>
    <div className="grid gap-3 p-4">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Skeleton key={line} className="h-5" />
      ))}
    </div>
  </Panel>
)
