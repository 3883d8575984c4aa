import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { type AptosNetwork, aptosPath } from './aptos-path.ts'

/** Marks an asset whose name may mislead; the reasons are in its title, and in full on the asset's page. */
export const WarningBadge = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.length > 0 && (
    <Badge tone="warn" title={warnings.join(' ')}>
      Suspicious
    </Badge>
  )

/** A link to an asset by its symbol, which its creator chose: it may be empty, or contain text of any direction. */
export const AssetLink = ({
  id,
  symbol,
  name,
  network,
}: {
  id: string
  symbol: string
  name: string
  network: AptosNetwork
}) => (
  <Link
    href={aptosPath(aptosTabPaths.asset({ type: id }), network)}
    title={`${name || 'Unnamed asset'} · ${id}`}
    className="text-accent hover:underline"
  >
    <bdi>{symbol || name || 'Unnamed asset'}</bdi>
  </Link>
)
