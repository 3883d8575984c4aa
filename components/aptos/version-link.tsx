import { Link } from '#components/ui/link.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { type AptosNetwork, aptosPath } from './aptos-path.ts'

export const VersionLink = ({ version, network }: { version: string; network: AptosNetwork }) => (
  <Link
    href={aptosPath(explorerPath.aptosTransaction(version), network)}
    className="font-mono text-accent hover:underline"
  >
    {version}
  </Link>
)
