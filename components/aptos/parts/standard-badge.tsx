import { Badge } from '#components/ui/badge.tsx'

/** The token standard. */
export const StandardBadge = ({ standard }: { standard: 'v1' | 'v2' }) =>
  standard === 'v1' ? (
    <Badge tone="accent" title="Token v1: module 0x3::token">
      Token v1
    </Badge>
  ) : (
    <Badge tone="accent" title="Token v2: objects of module 0x4">
      Digital asset
    </Badge>
  )
