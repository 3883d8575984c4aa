import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { NetworkBadge } from '#components/aptos/parts/network-badge.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'

/** The title of a module's page, with the account that published it. */
export const ModuleTitle = ({
  address,
  module,
  network,
}: {
  address: string
  module: string
  network: AptosNetwork
}) => (
  <PageTitle
    tools={<PageToolsButton />}
    kind="Aptos module"
    aside={
      <Link
        href={aptosPath(aptosTabPaths.accountModules({ address }), network)}
        className="text-accent underline underline-offset-2"
      >
        All modules of the account
      </Link>
    }
  >
    <span className="wrap-anywhere font-mono">
      {module}
      <CopyButton value={`${address}::${module}`} label="Copy module" className="ml-1" />
    </span>
    <span className="flex min-w-0 gap-1 text-muted">
      of <AccountLink address={address} network={network} />
    </span>
    <NetworkBadge network={network} />
  </PageTitle>
)
