import { Timestamp } from '#components/chain/timestamp.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { PastedThing } from '#lib/recognise/pasted.ts'
import { readings } from './pasted-rows.ts'
import type { LookUp } from './use-look-ups.ts'

const outcomes = {
  absent: { title: 'Not found', tone: 'neutral' },
  failed: { title: 'Failed', tone: 'bad' },
  unread: { title: 'Not recognised', tone: 'warn' },
} as const

/** The result of a pasted item: its matches, or why there are none. */
export const PastedOutcome = ({
  thing,
  lookUp,
  onRetry,
}: {
  thing: PastedThing
  lookUp: LookUp
  onRetry: () => void
}) => {
  if (lookUp.state === 'found')
    return (
      <ul className="grid gap-1.5">
        {lookUp.findings.map(({ title, place, path, words, iso, when }) => (
          <li key={path} className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 lg:flex-nowrap">
            <span className="flex shrink-0 items-center gap-2 lg:w-64">
              <Link href={path} className="truncate text-accent hover:underline">
                {title}
              </Link>
              <Badge>{place}</Badge>
            </span>
            <span className="wrap-anywhere min-w-0 text-muted">
              {words}
              {iso && (
                <>
                  , {when} <Timestamp iso={iso} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    )
  if (lookUp.state === 'looking')
    return (
      <span className="flex min-w-0 items-center gap-2 text-muted">
        <Skeleton className="w-14 shrink-0" />
        <span className="truncate">
          <span className="sr-only">Looking: </span>
          {readings(thing)}
        </span>
      </span>
    )
  const { title, tone } = outcomes[lookUp.state]
  return (
    <span className="flex min-w-0 items-start gap-2 max-sm:flex-wrap">
      <Badge tone={tone}>{title}</Badge>
      <span className="wrap-anywhere min-w-0 text-muted">
        {lookUp.state === 'absent' && `${readings(thing)}: `}
        {lookUp.reason}
      </span>
      {lookUp.state === 'failed' && <Button onClick={onRetry}>Try again</Button>}
    </span>
  )
}
