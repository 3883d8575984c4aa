import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

/** A titled section of a page, and a landmark with that name. `aside` is at the end of the title: a link, a badge, a switch. */
export const Panel = ({
  title,
  aside,
  level = 2,
  className,
  children,
  ...props
}: Omit<ComponentProps<'section'>, 'title'> & { title?: ReactNode; aside?: ReactNode; level?: 2 | 3 }) => {
  const Heading = level === 2 ? 'h2' : 'h3'
  const id = useId()
  const isNamed = title !== undefined && props['aria-label'] === undefined
  return (
    <section
      aria-labelledby={isNamed ? id : undefined}
      {...props}
      className={classNames('overflow-clip rounded-xl border border-line bg-surface', className)}
    >
      {title !== undefined && (
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b px-4 py-2">
          <Heading id={id} className="font-semibold text-section tracking-tight">
            {title}
          </Heading>
          {aside !== undefined && (
            <div className="title-tools flex items-center gap-3 text-label text-muted">{aside}</div>
          )}
        </header>
      )}
      {children}
    </section>
  )
}
