import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer/chain-endpoints.ts'
import { evmListPaths } from '#lib/evm/contract/list-paths.ts'
import { evmPaths } from '#lib/evm/contract/paths.ts'

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
  { title: 'Pending', href: evmListPaths.pending(state) },
  { title: 'Internal transfers', href: evmListPaths.internalTransfers(state) },
  { title: 'Contracts', href: evmListPaths.contracts(state) },
  { title: 'Verified contracts', href: evmListPaths.verifiedContracts(state) },
  { title: 'Withdrawals', href: evmListPaths.withdrawals(state) },
  { title: 'Blobs', href: evmListPaths.blobs(state) },
  { title: 'Uncles', href: evmListPaths.uncles(state) },
  { title: 'Top accounts', href: evmListPaths.accounts(state) },
]
