import { Badge } from '#components/ui/badge.tsx'

/** Marks an asset whose name may mislead; the reasons are in its title, and in full on the asset's page. */
export const WarningBadge = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.length > 0 && (
    <Badge tone="warn" title={warnings.join(' ')}>
      Suspicious
    </Badge>
  )
