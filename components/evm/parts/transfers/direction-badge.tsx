import { Badge } from '#components/ui/badge.tsx'

/** Whether a transfer went into or out of the wallet. */
export const DirectionBadge = ({ from, to, wallet }: { from: string; to: string | undefined; wallet: string }) => {
  if (from === wallet && to === wallet) return <Badge>Self</Badge>
  return from === wallet ? <Badge tone="warn">Out</Badge> : <Badge tone="good">In</Badge>
}
