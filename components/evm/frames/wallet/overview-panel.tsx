import type { ReactNode } from 'react'
import { SourceLink } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { RetryButton } from '#components/ui/loading/retry-button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { approvalEndpoints } from '#lib/evm/approvals/contract.ts'
import { holdingsEndpoints } from '#lib/evm/holdings/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { nftEndpoints } from '#lib/evm/nft/contract.ts'
import { walletHistoryEndpoints } from '#lib/evm/wallet/contract.ts'
import type { Answers } from '#lib/pages/page-definition.ts'
import { type Call, callTo, type QuestionFault } from '#lib/pages/question.ts'

/** Tokens that the page lists; the first few are shown at once. */
const tokensMax = 60
const approvalsMax = 100
const nftsMax = 8
const changesMax = 10

/** The number of NFTs of a wallet, for its tab and its overview. */
export const nftCountQuestion = (chain: string, address: string) => ({
  ...callTo(nftEndpoints.walletNfts, { chain, address, limit: 1, disable_total: false }),
  part: 'count',
})

/** One request per part. A hosted service is not asked for a count: each call has its price. */
export const overviewQuestions = ({ chain, source }: EvmChainState, address: string) => {
  const isOwn = source !== 'hosted'
  const nfts = { normalizeMetadata: true, media_items: true, exclude_spam: true, limit: nftsMax }
  return {
    history: callTo(walletHistoryEndpoints.walletHistory, { chain, address, limit: changesMax, names: true }),
    holdings: callTo(holdingsEndpoints.evmHoldings, { chain, address, limit: tokensMax }),
    nfts: { ...callTo(nftEndpoints.walletNfts, { chain, address, ...nfts }), brief: true },
    nftCount: isOwn ? nftCountQuestion(chain, address) : undefined,
    approvals: callTo(approvalEndpoints.walletApprovals, { chain, address, limit: approvalsMax }),
  }
}

/** The line of an empty part: what a hosted service does not list may still exist. */
export const nothingListed = (
  { index_complete }: EvmChainState,
  { partly, whole }: { partly: string; whole: string },
): string => {
  if (index_complete === null) return 'The hosted service returned none.'
  return index_complete ? whole : partly
}

type Questions = ReturnType<typeof overviewQuestions>

/** A part of the overview: its questions, and their answers. */
export type OverviewPart = {
  state: EvmChainState
  address: string
  questions: Questions
  answers: Answers<Questions>
}

/** A part of the overview, with a link to the tab that shows all of it. */
export const OverviewPanel = ({
  title,
  aside,
  all,
  call,
  className,
  children,
}: {
  title: string
  aside?: ReactNode
  all?: { href: string; text: string }
  call: Call
  className?: string
  children: ReactNode
}) => (
  <Panel
    title={title}
    className={className}
    aside={
      <>
        {aside}
        {all && (
          <Link href={all.href} className="text-accent hover:underline">
            {all.text}
          </Link>
        )}
        <SourceLink title={title} call={call} />
      </>
    }
  >
    {children}
  </Panel>
)

/** One line in place of rows. */
export const OverviewLine = ({ children }: { children: ReactNode }) => (
  <p className="px-4 py-3 text-muted text-sm">{children}</p>
)

/** A failed part of the overview, as one line: the other parts stay. */
export const OverviewFault = ({ what, fault }: { what: string; fault: QuestionFault }) => (
  <div role="alert" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 text-sm">
    <p>
      <span className="font-medium">{what} could not be loaded.</span>{' '}
      <span className="text-muted">{fault.message}</span>
    </p>
    <RetryButton />
  </div>
)

export const OverviewSkeleton = ({ title, lines = 3 }: { title: string; lines?: number }) => (
  <Panel title={title} data-loading>
    <div className="grid gap-3 p-4">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Skeleton key={line} className="h-5" />
      ))}
    </div>
  </Panel>
)
