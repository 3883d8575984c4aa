'use client'

import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { classNames } from './class-names.ts'

/** Several views of the same content: tabs within a page, switched with the arrow keys. */
export const Views = ({
  label,
  views,
  isInset = false,
  first = 0,
  leavesHidden = false,
}: {
  label: string
  views: readonly { title: string; content: ReactNode }[]
  /** In a panel whose content touches its edge: the switch keeps its distance. */
  isInset?: boolean
  /** The one that is shown at first. */
  first?: number
  /** A view that is not shown is not rendered: it could not measure itself, and keeps no state. */
  leavesHidden?: boolean
}) => {
  const id = useId()
  const [chosen, setChosen] = useState(first)
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = (chosen + step + views.length) % views.length
    setChosen(next)
    const tab = event.currentTarget.children[next]
    if (tab instanceof HTMLElement) tab.focus()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={press}
        className={classNames(
          'flex w-fit gap-0.5 rounded-lg border border-line bg-sunken p-0.5',
          isInset && 'mx-4 mt-3',
        )}
      >
        {views.map(({ title }, index) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-view-${index}`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
            className={classNames(
              'min-h-7 rounded-md px-2.5 text-xs',
              index === chosen ? 'bg-surface font-medium text-ink shadow-sm' : 'text-muted hover:text-ink',
            )}
          >
            {title}
          </button>
        ))}
      </div>
      {views.map(({ title, content }, index) => (
        <div
          key={title}
          role="tabpanel"
          id={`${id}-view-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== chosen}
        >
          {(index === chosen || !leavesHidden) && content}
        </div>
      ))}
    </div>
  )
}
