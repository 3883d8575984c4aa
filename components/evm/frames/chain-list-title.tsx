import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { ledgerLists } from '#components/evm/parts/ledger-lists.ts'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'

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
        ...(state.source === 'hosted' ? [] : ledgerLists(state).map(({ title, path }) => ({ title, href: path }))),
      ]}
    />
  </>
)
