import type { ReactNode } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'

/** A token's card with its rarity; without children the token is still being requested. */
export const RankedCard = ({ bits, title, children }: { bits: number | null; title: string; children?: ReactNode }) => (
  <div className="relative h-full">
    {children ?? (
      <div className="flex h-full flex-col justify-end gap-2 rounded-xl border border-line bg-surface p-3">
        <Skeleton className="flex-1" />
        <span className="truncate font-mono text-muted text-xs">{title}</span>
      </div>
    )}
    <Badge className="pointer-events-none absolute top-2 left-2 bg-surface">
      {bits === null ? 'not ranked' : `Rarity ${bits.toFixed(1)}`}
    </Badge>
  </div>
)
