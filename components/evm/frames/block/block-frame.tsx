import { Suspense } from 'react'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { blockPlace } from '#components/evm/parts/places.ts'
import { defineFrame } from '#components/kit/define-frame.tsx'
import { missing } from '#components/kit/missing.tsx'
import { PageNotFound } from '#components/kit/page-not-found.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { BlockFacts } from './block-facts.tsx'
import { BlockFeeFacts, BlockFeeFactsSkeleton, HeaderFacts } from './block-fee-facts.tsx'
import { blockQuestion } from './block-question.ts'
import { BlockTitle } from './block-title.tsx'
import { BlockChecks, BlockChecksSkeleton } from './checks/block-checks.tsx'
import { FutureBlock } from './future-block.tsx'

/** The header of both pages of a block. */
export const BlockFrame = defineFrame(blockPlace, async ({ ask, state, chain, block: asked, children }) => {
  const at = { chain, block: asked }
  const question = blockQuestion(at.chain, at.block)
  // A hosted service returns no raw block to check, and no rewards.
  const isOwn = state.source !== 'hosted'
  const { data: block, fault } = await ask(question)
  if (fault?.code === 'not_found')
    return missing(
      <PageNotFound message={fault.message}>
        <FutureBlock ask={ask} chain={chain} block={asked} />
      </PageNotFound>,
    )
  const rewards = evmExplorerCall('evmBlockRewards', { chain, block_number_or_hash: block?.block_hash ?? asked })
  return (
    <>
      {block ? (
        <>
          <BlockTitle state={state} block={block} />
          <Panel aria-label="Block">
            <BlockFacts state={state} block={block}>
              {isOwn && (
                <Suspense fallback={<BlockFeeFactsSkeleton />}>
                  <BlockFeeFacts state={state} answer={ask(rewards)} />
                </Suspense>
              )}
            </BlockFacts>
            {isOwn && (
              <Suspense>
                <HeaderFacts answer={ask(rewards)} />
              </Suspense>
            )}
            <SourceFoot title="Block" call={question} />
          </Panel>
          {isOwn && (
            <Suspense key={block.block_hash} fallback={<BlockChecksSkeleton />}>
              <BlockChecks ask={ask} {...at} />
            </Suspense>
          )}
        </>
      ) : (
        // Its source may still have the transfers.
        <PageTitle kind={`Block ${asked}`}>
          <Badge>{state.title}</Badge>
        </PageTitle>
      )}
      <TabBar
        label="Block"
        tabs={[
          {
            title: 'Transactions',
            href: evmPaths.block(at),
            count: block && groupedNumber(block.transaction_count),
          },
          { title: 'NFT activity', href: evmTabPaths.blockNftTransfers(at) },
          ...(block && isOwn
            ? [
                { title: 'Internal transfers', href: evmListPaths.blockInternal(at) },
                { title: 'Withdrawals', href: evmTabPaths.blockWithdrawals(at) },
                { title: 'Blobs', href: evmListPaths.blockBlobs(at) },
              ]
            : []),
        ]}
      />
      {children}
    </>
  )
})
