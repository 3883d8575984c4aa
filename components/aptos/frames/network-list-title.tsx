import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { NetworkBadge } from '#components/aptos/parts/network-badge.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'

const tabs = [
  { title: 'Blocks', href: aptosPaths.blocks() },
  { title: 'Transactions', href: aptosPaths.transactions() },
  { title: 'Packages', href: aptosPaths.packages() },
  { title: 'Validators', href: aptosPaths.validators() },
]

/** The title of a list of a whole ledger, with the lists beside it. */
export const NetworkListTitle = ({ network, kind }: { network: AptosNetwork; kind: string }) => (
  <>
    <PageTitle tools={<PageToolsButton />} kind={kind}>
      <NetworkBadge network={network} />
    </PageTitle>
    <TabBar label="Ledger" tabs={tabs.map(({ title, href }) => ({ title, href: aptosPath(href, network) }))} />
  </>
)
