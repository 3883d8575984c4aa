import type { FamilyChain, SuggestedItem } from '#components/family.ts'
import { Badge } from '#components/ui/badge.tsx'
import { cutText } from '#lib/format/cut-texts.ts'

/** Names are chosen by the creators of tokens. */
export const itemNameMax = 80

/** A found item: its picture, name and kind. */
export const ItemLine = ({ item, chains }: { item: SuggestedItem; chains: readonly FamilyChain[] }) => (
  <span className="flex min-w-0 grow items-center gap-2.5">
    <span className="grid size-6.5 shrink-0 place-items-center">{item.picture}</span>
    <span className="min-w-0 grow">
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{cutText(item.name, itemNameMax)}</span>
        {item.isSuspicious && <Badge tone="warn">Suspicious</Badge>}
      </span>
      <span className="block truncate text-muted text-xs">
        {[item.kind, chains.find(({ chain }) => chain === item.chain)?.title ?? item.chain, item.note]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  </span>
)
