import type { ReactNode } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import type { FoundToken } from './trait-messages.ts'

/** A token's card with its rank of rarity; without children the token is still being requested. */
export const RankedCard = ({
  token: { bits, rank, ranked },
  title,
  children,
}: {
  token: FoundToken
  title: string
  children?: ReactNode
}) => (
  <div className="relative h-full">
    {children ?? (
      <div className="flex h-full flex-col justify-end gap-2 rounded-xl border border-line bg-surface p-3">
        <Skeleton className="flex-1" />
        <span className="truncate font-mono text-label text-muted">{title}</span>
      </div>
    )}
    <Badge
      title={bits === null ? undefined : `Rarity score ${bits.toFixed(1)}`}
      className="absolute top-2 left-2 bg-surface"
    >
      {rank === null ? 'not ranked' : `#${groupedNumber(rank)} of ${groupedNumber(ranked)}`}
    </Badge>
  </div>
)
