import { ArrowUp } from 'lucide'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { useSpoken } from './use-spoken.ts'

/**
 * Overlays the top of a list with the number of newer rows and a button to show them, announced at intervals. With the
 * keyboard, focus moves to the first new row.
 */
export const NewerRows = ({
  list,
  waiting,
  isMore = false,
  arrived = 0,
  onShow,
}: {
  /** Rendered before the list. */
  list: RefObject<HTMLElement | null>
  waiting: number
  /** There may be more than were counted. */
  isMore?: boolean
  /** Rows that did not have to wait. Omitted for lists with constant updates, where announcements would disturb. */
  arrived?: number
  onShow: () => void
}) => {
  const text = waiting === 0 ? '' : `${waiting}${isMore ? '+' : ''} newer ${rowWord(waiting)}`
  const spoken = useSpoken(text || (arrived > 0 ? `${arrived} new ${rowWord(arrived)}` : ''))
  return (
    <div className="sticky top-28 z-10 lg:top-20 flex h-0 justify-center">
      {text && <ShowButton text={text} list={list} onShow={onShow} />}
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </div>
  )
}

const rowWord = (count: number): string => (count === 1 ? 'row' : 'rows')

const ShowButton = ({
  text,
  list,
  onShow,
}: {
  text: string
  list: RefObject<HTMLElement | null>
  onShow: () => void
}) => {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const shown = button.current
    const mark = list.current
    // The button disappears with the waiting rows. Focus from a pointer is not moved, because it would pause the list.
    return () => {
      if (shown === document.activeElement && shown?.matches(':focus-visible'))
        void import('./focus-first-row.ts').then(({ focusFirstRow }) => focusFirstRow(mark))
    }
  }, [list])
  return (
    <Button ref={button} look="primary" onClick={onShow} className="-translate-y-1/2 h-8 rounded-full shadow-lg">
      <Icon of={ArrowUp} size={14} /> {text}
    </Button>
  )
}
