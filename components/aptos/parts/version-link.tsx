import { Link } from '#components/ui/link.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { type AptosNetwork, aptosPath } from './aptos-path.ts'

export const VersionLink = ({ version, network }: { version: string; network: AptosNetwork }) => (
  <Link
    href={aptosPath(aptosPaths.transaction({ version }), network)}
    className="font-mono text-accent hover:underline"
  >
    {groupedNumber(version)}
  </Link>
)
