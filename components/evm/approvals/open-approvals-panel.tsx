import { FaultState } from '#components/chain/fault-state.tsx'
import { walletChainOf } from '#components/evm/parts/signing/wallet-chain.ts'
import { erc20ApprovalList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { firstPage } from '#components/kit/first-page.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmApi } from '#lib/evm/interface-api.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { Answer, Question } from '#lib/pages/question.ts'
import { approvalLines } from './approval-line.ts'
import { AllowanceList, ApprovalList } from './lazy-lists.tsx'

/** Approvals of the first page, and events that they are computed from without a node. */
export const openPageSize = 25
export const eventsSize = 50

type Live = Output<EvmExplorerApi['evmApprovals']>
type Events = Output<EvmApi['erc20Approvals']>

type OpenApprovalsPage = {
  state: EvmChainState
  address: string
  questions: { live: Question<Live> | undefined; open: Question<Events> }
  answers: { live: Promise<Answer<Live>> | undefined; open: Promise<Answer<Events>> }
}

/** What others can take from the wallet: as the contracts confirm, or without a node by the approval events alone. */
export const OpenApprovals = async ({ page: { state, address, questions, answers } }: { page: OpenApprovalsPage }) => {
  const { chain } = state
  const isPartial = state.index_complete === false
  const live = await answers.live
  if (live?.data && questions.live)
    return (
      <Panel title="Open approvals" aside={<SourceLink title="Open approvals" call={questions.live} />}>
        <ApprovalList
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
        <AllowanceList
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
