import { Suspense } from 'react'
import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosAccountOverview } from '#lib/aptos/account/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Answer, Ask } from '#lib/pages/question.ts'
import { BalanceList } from './balance-list.tsx'
import { ControlFacts } from './control-facts.tsx'
import { ProposalsPanel, ProposalsSkeleton } from './proposals/proposals-panel.tsx'
import { proposalsQuestion } from './proposals/proposals-question.ts'
import { DelegationList } from './stakes/delegation-list.tsx'
import { StakeList } from './stakes/stake-list.tsx'
import { VestingList } from './stakes/vesting-list.tsx'

/** The question that the overview shows. */
export const overviewQuestion = (address: string, network: AptosNetwork) =>
  aptosExplorerCall('aptosAccountOverview', { address, network })

/** What an account is, who controls it, what it holds and stakes. */
export const AccountOverview = async ({
  answer,
  address,
  network,
  ask,
}: {
  answer: Promise<Answer<AptosAccountOverview>>
  address: string
  network: AptosNetwork
  ask: Ask
}) => {
  const { data, fault } = await answer
  const call = overviewQuestion(address, network)
  if (fault)
    return (
      <Panel aria-label="Overview">
        <FaultState {...fault} />
      </Panel>
    )
  const proposals = proposalsQuestion({ address, network }, data)
  return (
    <>
      <Panel
        title="Control"
        aside={
          <>
            After version {groupedNumber(data.ledger_version)}
            <SourceLink title="Control" call={call} />
          </>
        }
      >
        <ControlFacts overview={data} network={network} />
      </Panel>
      {proposals && (
        <Suspense fallback={<ProposalsSkeleton />}>
          <ProposalsPanel question={proposals} answer={ask(proposals)} network={network} />
        </Suspense>
      )}
      <Panel title="Coins" aside={<SourceLink title="Coins" call={call} />}>
        <BalanceList overview={data} network={network} />
      </Panel>
      {data.stakes.length > 0 && (
        <Panel title="Stake pools" aside={<SourceLink title="Stake pools" call={call} />}>
          <StakeList stakes={data.stakes} network={network} />
        </Panel>
      )}
      {(data.delegations.pools.length > 0 || !data.delegations.is_whole) && (
        <Panel title="Delegated stake" aside={<SourceLink title="Delegated stake" call={call} />}>
          <DelegationList account={data.address} delegations={data.delegations} network={network} />
        </Panel>
      )}
      {data.vesting.length > 0 && (
        <Panel title="Vesting contracts" aside={<SourceLink title="Vesting contracts" call={call} />}>
          <VestingList account={data.address} contracts={data.vesting} search={data.vesting_search} network={network} />
        </Panel>
      )}
    </>
  )
}
