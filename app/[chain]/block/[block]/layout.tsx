import type { Metadata } from 'next'
import { type ReactNode, Suspense } from 'react'
import { BlockFacts } from '#components/evm/block-facts.tsx'
import { blockOf } from '#components/evm/block-of.ts'
import { BlockTitle } from '#components/evm/block-title.tsx'
import { blockSentence } from '#components/evm/page-sentences.ts'
import { BlockChecks, BlockChecksSkeleton } from '#components/evm/proof/block-checks.tsx'
import { findServedChain, servedChain } from '#components/evm/served-chains.ts'
import { evmExplorerCall } from '#components/source/source-call.ts'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { pageTitles } from '#components/ui/page-titles.ts'
import { Panel } from '#components/ui/panel.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { systems } from '#lib/systems.ts'

type Params = { params: Promise<{ chain: string; block: string }> }

export const generateMetadata = async ({ params }: Params): Promise<Metadata> => {
  const given = await params
  const { evm } = await systems()
  const state = await findServedChain(evm.explorer, given.chain)
  const { data: block } = state ? await blockOf(evm.explorer, state.chain, given.block) : {}
  return {
    title: pageTitles(`Block ${given.block}`),
    description:
      state && block
        ? blockSentence(state, block)
        : `The block ${given.block}: its transactions, and the NFTs that moved in it.`,
  }
}

export default async function BlockLayout({ params, children }: Params & { children: ReactNode }) {
  const given = await params
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const { data: block } = await blockOf(evm.explorer, state.chain, given.block)
  const path = explorerPath.block(state.chain, given.block)
  return (
    <>
      {block ? (
        <>
          <BlockTitle state={state} block={block} />
          <Panel aria-label="Block">
            <BlockFacts state={state} block={block} />
            <SourceFoot
              title="Block"
              call={evmExplorerCall('evmBlock', { chain: state.chain, block_number_or_hash: given.block })}
            />
          </Panel>
          <Suspense key={block.block_hash} fallback={<BlockChecksSkeleton />}>
            <BlockChecks explorer={evm.explorer} chain={state.chain} block={block.block_hash} />
          </Suspense>
        </>
      ) : (
        // Headers are known to an index of our own alone; what moved in a block also to others.
        <PageTitle kind={`Block ${given.block}`}>
          <Badge>{state.title}</Badge>
        </PageTitle>
      )}
      <TabBar
        label="Block"
        tabs={[
          { title: 'Transactions', href: path, count: block && groupedNumber(block.transaction_count) },
          { title: 'NFT activity', href: `${path}/nft-transfers` },
        ]}
      />
      {children}
    </>
  )
}
