import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer/api.ts'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'

/** The title of a list of a whole chain, with the lists beside it. */
export const ChainListTitle = ({ state, kind }: { state: EvmChainState; kind: string }) => (
  <>
    <PageTitle tools={<PageToolsButton />} kind={kind} aside={<IndexMark state={state} />}>
      <Badge>{state.title}</Badge>
    </PageTitle>
    <TabBar
      label="Chain"
      tabs={[
        { title: 'Blocks', href: evmPaths.blocks(state) },
        { title: 'Transactions', href: evmPaths.transactions(state) },
        ...(state.source === 'hosted' ? [] : indexedLists(state)),
      ]}
    />
  </>
)

/** Lists that no hosted service has. */
const indexedLists = (state: EvmChainState) => [
  { title: 'Pending', href: evmTabPaths.pending(state) },
  { title: 'Internal transfers', href: evmTabPaths.internalTransfers(state) },
  { title: 'Contracts', href: evmTabPaths.contracts(state) },
  { title: 'Verified contracts', href: evmTabPaths.verifiedContracts(state) },
  { title: 'Withdrawals', href: evmTabPaths.withdrawals(state) },
  { title: 'Blobs', href: evmTabPaths.blobs(state) },
  { title: 'Uncles', href: evmTabPaths.uncles(state) },
  { title: 'Top accounts', href: evmTabPaths.accounts(state) },
]
