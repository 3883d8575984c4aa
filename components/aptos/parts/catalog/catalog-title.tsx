import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { AptosIndexMark } from '#components/aptos/parts/coverage/index-mark.tsx'
import { NetworkBadge } from '#components/aptos/parts/network-badge.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { NotIndexedState } from '#components/ui/states/state.tsx'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'

/** The title of a list of everything that is indexed, and how much of the ledger that is. */
export const CatalogTitle = ({
  network,
  status,
  kind,
}: {
  network: AptosNetwork
  status: AptosStatus | undefined
  kind: string
}) => (
  <PageTitle tools={<PageToolsButton />} kind={kind} aside={status && <AptosIndexMark status={status} />}>
    <NetworkBadge network={network} />
  </PageTitle>
)

/** Neither a node nor the hosted service lists everything: only an index can. */
export const NoCatalog = () => (
  <NotIndexedState title="Not available here">
    This needs an index of this network, and this server has none.
  </NotIndexedState>
)
