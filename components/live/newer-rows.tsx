import { ArrowUp } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { useSpoken } from './use-spoken.ts'

/** Over a list's beginning, without a place of its own: how many newer rows wait, said now and then, and the way to them. */
export const NewerRows = ({
  waiting,
  isMore = false,
  arrived = 0,
  onShow,
}: {
  waiting: number
  /** There may be more than were counted. */
  isMore?: boolean
  /** Rows that did not have to wait. Left out where some come all the time: nobody wants to hear that. */
  arrived?: number
  onShow: () => void
}) => {
  const text = waiting === 0 ? '' : `${waiting}${isMore ? '+' : ''} newer ${rowWord(waiting)}`
  const spoken = useSpoken(text || (arrived > 0 ? `${arrived} new ${rowWord(arrived)}` : ''))
  return (
    <div className="sticky top-28 z-10 lg:top-20 flex h-0 justify-center">
      {text && (
        <Button look="primary" onClick={onShow} className="-translate-y-1/2 h-8 rounded-full shadow-lg">
          <ArrowUp size={14} aria-hidden /> {text}
        </Button>
      )}
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </div>
  )
}

const rowWord = (count: number): string => (count === 1 ? 'row' : 'rows')
