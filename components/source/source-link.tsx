import { Braces } from 'lucide'
import type { ReactNode } from 'react'
import { ExportButton } from '#components/export/export-button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Icon } from '#components/ui/icon.tsx'
import type { Call } from '#lib/pages/question.ts'
import { callAttributes, exportOf } from './called-endpoint.ts'

/** Opens the request and response of a part of a page; without JavaScript or in a new tab it is a link to the reference. */
export const SourceLink = ({
  title,
  call,
  className,
}: {
  /** The name of the part. */
  title: string
  call: Call
  className?: string
}) => (
  <a
    href={`/docs/${call.api}/${call.name}`}
    data-opens="source"
    data-title={title}
    {...callAttributes(call)}
    aria-haspopup="dialog"
    aria-label={`Data source: ${title}`}
    title="Data source"
    className={classNames(
      'hit inline-flex size-6 shrink-0 items-center justify-center text-muted hover:text-accent print:hidden',
      className,
    )}
  >
    <Icon of={Braces} size={14} />
  </a>
)

/** For a list without a title line, wrapped around it: placed beside its first row, which leaves room (`pr-12`). */
export const SourceBeside = ({ children, ...props }: { title: string; call: Call; children: ReactNode }) => (
  <div className="relative">
    {children}
    <SourceLink {...props} className="absolute top-2.5 right-3" />
  </div>
)

/** For a part without a title line: in its corner while a pointer or the keyboard is there, at its end on a touch screen. */
export const SourceFoot = (props: { title: string; call: Call }) => (
  <div className="source-foot print:hidden">
    <SourceLink {...props} />
  </div>
)

/** The tools beside the title of a list: its export, unless it failed, and its data source. */
export const ListTools = ({ title, call, hasFailed = false }: { title: string; call: Call; hasFailed?: boolean }) => (
  <>
    {!hasFailed && <ExportButton list={exportOf(call)} />}
    <SourceLink title={title} call={call} />
  </>
)
