import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { ActivityKind, ActivityLine } from './activity-line.ts'

const kinds: Record<Exclude<ActivityKind, 'other'>, { title: string; tone: Tone }> = {
  minted: { title: 'Minted', tone: 'good' },
  sent: { title: 'Sent', tone: 'neutral' },
  received: { title: 'Received', tone: 'accent' },
  offered: { title: 'Offered', tone: 'warn' },
  claimed: { title: 'Claimed', tone: 'accent' },
  cancelled: { title: 'Cancelled', tone: 'neutral' },
  burned: { title: 'Burned', tone: 'bad' },
  changed: { title: 'Changed', tone: 'neutral' },
}

/** The kind of activity in one word, with the Move type of the event in its title. Unknown kinds are shown by their own name. */
export const ActivityBadge = ({ line: { kind, type } }: { line: Pick<ActivityLine, 'kind' | 'type'> }) => {
  const { title, tone } = kind === 'other' ? { title: type.split('::').at(-1), tone: 'neutral' as const } : kinds[kind]
  return (
    <Badge tone={tone} title={type}>
      {title}
    </Badge>
  )
}
