import type { ReactNode } from 'react'
import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'

/** The title and tabs of the NFT lists of a chain. The hosted service only has the search. */
export const NftListsHeading = ({
  state,
  chain,
  kind,
  children,
}: {
  state: EvmChainState
  chain: string
  kind: string
  children?: ReactNode
}) => (
  <>
    <PageTitle tools={<PageToolsButton />} kind={kind} aside={<IndexMark state={state} />}>
      <Badge>{state.title}</Badge>
      {children}
    </PageTitle>
    {state.source !== 'hosted' && (
      <TabBar
        label="NFTs"
        tabs={[
          { title: 'Collections', href: evmPaths.nfts({ chain }) },
          { title: 'Search', href: evmPaths.nftSearch({ chain }) },
        ]}
      />
    )}
  </>
)
