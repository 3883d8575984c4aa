import { ChevronDown } from 'lucide'
import { Suspense } from 'react'
import { Hash } from '#components/chain/hash.tsx'
import { Neighbours } from '#components/chain/neighbours.tsx'
import { OutcomeCounts } from '#components/evm/parts/outcome-badge.tsx'
import { blockParams } from '#components/evm/parts/params.ts'
import { defineFrame, missing, PageNotFound } from '#components/kit/define-frame.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { expectedBlockSeconds } from '#lib/evm/api/expected-block.ts'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmBlockDetail } from '#lib/evm/block/contract.ts'
import { blockEndpoints, rewardEndpoints } from '#lib/evm/block/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { proofEndpoints } from '#lib/evm/transaction/proof-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Ask } from '#lib/pages/question.ts'
import { callTo } from '#lib/pages/question.ts'
import { BlockFacts } from './block-facts.tsx'
import { BlockFeeFacts, BlockFeeFactsSkeleton, HeaderFacts } from './block-fee-facts.tsx'
import { blockQuestion } from './block-question.ts'
import { CheckAgain } from './check-again.tsx'
import { CheckRows } from './check-rows.tsx'
import { Countdown } from './countdown.tsx'

const frame = 'mt-4'

/**
 * The checks of a block: one line that expands, and is expanded if a check failed. A block indexed before checks
 * existed is checked against the node, which takes a moment.
 */
const BlockChecks = async ({ ask, chain, block }: { ask: Ask; chain: string; block: string }) => {
  const input = { chain, block_number_or_hash: block }
  const { data, fault } = await ask(callTo(proofEndpoints.evmBlockChecks, input))
  if (fault)
    return (
      <Panel aria-label="Checks" className={frame}>
        <p className="flex min-h-11 items-center px-4 py-2 text-muted text-sm">Not checked: {fault.message}</p>
      </Panel>
    )
  const { checks, source } = data
  const hasFailed = checks.some(({ outcome }) => outcome === 'failed')
  return (
    <Panel aria-label="Checks" className={frame}>
      <details open={hasFailed} className="group/checks">
        <summary className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
          <h2 className="font-semibold">Checks</h2>
          <OutcomeCounts outcomes={checks.map(({ outcome }) => outcome)} />
          <span className="text-muted max-md:hidden">
            {source === 'index' ? 'Recomputed when the block was indexed' : 'Recomputed from the node’s current data'}
          </span>
          <Icon of={ChevronDown} size={16} className="ml-auto text-muted group-open/checks:rotate-180" />
        </summary>
        {hasFailed && (
          <p className="border-line border-t px-4 py-2.5 text-bad text-sm">
            This data does not match the block hash, or has an unknown form. The block is kept as the node returned it;
            compare it with another node and re-index it from there.
          </p>
        )}
        <CheckRows label="Checks" checks={checks} />
        <CheckAgain key={block} chain={chain} block={block} />
        <SourceFoot title="Checks" call={callTo(proofEndpoints.evmBlockChecks, input)} />
      </details>
    </Panel>
  )
}

const BlockChecksSkeleton = () => (
  <Panel aria-hidden data-loading className={frame}>
    <div className="flex h-11 items-center px-4">
      <Skeleton className="w-40" />
    </div>
  </Panel>
)

/** A block's number with its neighbours, as buttons and under `[` and `]`. */
const BlockTitle = ({ state, block }: { state: EvmChainState; block: EvmBlockDetail }) => {
  const number = BigInt(block.block_number)
  const last = state.indexed_block
  const pathOf = (target: bigint) => evmPaths.block({ chain: state.chain, block: target.toString() })
  const previous = number > 0n ? pathOf(number - 1n) : undefined
  const next = last === null || number < BigInt(last) ? pathOf(number + 1n) : undefined
  return (
    <PageTitle
      tools={<PageToolsButton />}
      kind={`Block ${groupedNumber(block.block_number)}`}
      aside={
        <Neighbours previous={{ title: 'Previous block', href: previous }} next={{ title: 'Next block', href: next }} />
      }
    >
      <Hash value={block.block_hash} className="min-w-0 text-muted" />
      <CopyButton value={block.block_hash} label="Copy block hash" />
      <Badge>{state.title}</Badge>
      {block.finalized !== null && (
        <Badge tone={block.finalized ? 'good' : 'neutral'}>{block.finalized ? 'Final' : 'Not final'}</Badge>
      )}
    </PageTitle>
  )
}

const blocksMax = 100

/** Counts down to a block that is not mined yet; nothing for any other. */
const FutureBlock = async ({ ask, chain, block }: { ask: Ask; chain: string; block: string }) => {
  if (block.startsWith('0x')) return null
  const { data } = await ask(callTo(blockEndpoints.evmBlocks, { chain, limit: blocksMax }))
  const [newest, older] = [data?.result[0], data?.result.at(-1)].map(
    (one) => one && { number: Number(one.block_number), seconds: Math.floor(Date.parse(one.block_timestamp) / 1_000) },
  )
  const number = Number(block)
  if (!newest || number <= newest.number) return null
  const seconds = expectedBlockSeconds(number, newest, older)
  return seconds === undefined ? null : <Countdown blocks={number - newest.number} seconds={seconds} />
}

/** The header of both pages of a block. */
export const BlockFrame = defineFrame(blockParams, async ({ ask, state, chain, block: asked, children }) => {
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
  const rewards = callTo(rewardEndpoints.evmBlockRewards, { chain, block_number_or_hash: block?.block_hash ?? asked })
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
