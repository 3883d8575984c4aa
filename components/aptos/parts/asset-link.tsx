import { Link } from '#components/ui/link.tsx'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { type AptosNetwork, aptosPath } from './aptos-path.ts'

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
