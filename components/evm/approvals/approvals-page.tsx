import { Suspense } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { OverviewSkeleton } from '#components/evm/frames/wallet/overview-panel.tsx'
import { aboutTab, frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { addressParams } from '#components/evm/parts/params.ts'
import { Erc20Panel, erc20Input, walletErc20Names } from '#components/evm/parts/transfers/erc20-panel.tsx'
import { erc20ApprovalList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { Erc20Approvals } from '#components/evm/parts/transfers/transfer-pages.tsx'
import { walletChainOf } from '#components/evm/parts/wallet-chain.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { approvalListEndpoints } from '#lib/evm/approvals/contract.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmApi } from '#lib/evm/interface-api.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { erc20Endpoints } from '#lib/evm/token/contract.ts'
import { type Answer, callTo, type Question } from '#lib/pages/question.ts'
import { approvalLines } from './approval-line.ts'
import { LazyAllowanceList, LazyApprovalList } from './lazy-lists.tsx'

/** Approvals of the first page, and events that they are computed from without a node. */
const openPageSize = 25
const eventsSize = 50

type Live = Output<EvmExplorerApi['evmApprovals']>
type Events = Output<EvmApi['erc20Approvals']>

type OpenApprovalsPage = {
  state: EvmChainState
  address: string
  questions: { live: Question<Live> | undefined; open: Question<Events> }
  answers: { live: Promise<Answer<Live>> | undefined; open: Promise<Answer<Events>> }
}

/** What others can take from the wallet: as the contracts confirm, or without a node by the approval events alone. */
const OpenApprovals = async ({ page: { state, address, questions, answers } }: { page: OpenApprovalsPage }) => {
  const { chain } = state
  const isPartial = state.index_complete === false
  const live = await answers.live
  if (live?.data && questions.live)
    return (
      <Panel title="Open approvals" aside={<SourceLink title="Open approvals" call={questions.live} />}>
        <LazyApprovalList
          key={address}
          chain={chain}
          walletChain={walletChainOf(state)}
          wallet={address}
          pageSize={openPageSize}
          first={firstPage(approvalLines, live.data)}
          none={isPartial ? 'No approval in the indexed blocks is open.' : 'There are no open approvals.'}
        />
      </Panel>
    )
  const { data, fault } = await answers.open
  if (data?.result.length === 0) return null
  return (
    <Panel title="Open approvals" aside={<SourceLink title="Open approvals" call={questions.open} />}>
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <LazyAllowanceList
          key={address}
          chain={chain}
          wallet={address}
          pageSize={eventsSize}
          first={firstPage(erc20ApprovalList, data)}
          isPartial={isPartial}
        />
      )}
    </Panel>
  )
}

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletApprovals,
  kind: 'Approvals',
  of: 'Address',
  filters: walletErc20Names,
  params: addressParams,
  questions: (page) => {
    const only = { wallet_addresses: [page.address] }
    return {
      events: callTo(erc20Endpoints.erc20Approvals, erc20Input(page, only)),
      live:
        page.state.source === 'hosted'
          ? undefined
          : callTo(approvalListEndpoints.evmApprovals, {
              chain: page.chain,
              address: page.address,
              limit: openPageSize,
            }),
      // The filters only apply to the list: an approval outside of them can still be used.
      open: {
        ...callTo(erc20Endpoints.erc20Approvals, { chain: page.chain, limit: eventsSize, ...only }),
        part: Object.keys(page.filters).length > 0 ? 'unfiltered' : undefined,
      },
      ...frameQuestions(page.state, page.address),
    }
  },
  list: ['events'],
  about: (page) => aboutTab('Approvals', page),
  body: (page) => {
    const { address, questions, answers } = page
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Suspense fallback={<OverviewSkeleton title="Open approvals" />}>
          <OpenApprovals page={page} />
        </Suspense>
        <Erc20Panel
          page={page}
          names={walletErc20Names}
          title="ERC20 approvals"
          certain="This address has no approvals."
          wallet={address}
          question={questions.events}
          answer={answers.events}
          list={erc20ApprovalList}
          List={Erc20Approvals}
        />
      </div>
    )
  },
})
