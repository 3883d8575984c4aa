import { Suspense } from 'react'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { FactSkeleton } from '#components/aptos/parts/digital-asset-panel.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { AptosAccountOverview } from '#lib/aptos/account/contract.ts'
import { aptosStateApi } from '#lib/aptos/account/contract.ts'
import type { AptosOpenProposals } from '#lib/aptos/account/proposals-contract.ts'
import type { AptosDelegations, AptosStake } from '#lib/aptos/account/stakes-contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { type Answer, type Ask, callTo, type Question } from '#lib/pages/question.ts'
import { AccountFact } from './account-fact.tsx'
import { BalanceList } from './balance-list.tsx'
import { ControlFacts } from './control-facts.tsx'
import { DelegationPools } from './delegation-pools.tsx'
import { DelegationSearch } from './delegation-search.tsx'
import { ProposalItem, proposalsQuestion } from './proposal-item.tsx'
import { newestWords, VestingList } from './vesting-list.tsx'

/** What the owners of a multisig account have proposed, and who approved it. */
export const ProposalsPanel = async ({
  question,
  answer,
  network,
}: {
  question: Question<AptosOpenProposals>
  answer: Promise<Answer<AptosOpenProposals>>
  network: AptosNetwork
}) => {
  const { data, fault } = await answer
  return (
    <Panel
      title={data ? `Open proposals (${groupedNumber(data.total)})` : 'Open proposals'}
      aside={<SourceLink title="Open proposals" call={question} />}
    >
      {fault && <FaultState {...fault} />}
      {data && <ProposalList proposals={data} network={network} />}
    </Panel>
  )
}

/** Placeholder while the proposals are read. */
const ProposalsSkeleton = () => (
  <Panel title="Open proposals" aria-busy="true">
    <Facts>
      <FactSkeleton label="Function" />
      <FactSkeleton label="Votes" long />
    </Facts>
  </Panel>
)

const ProposalList = ({ proposals, network }: { proposals: AptosOpenProposals; network: AptosNetwork }) => {
  const { result, total, is_whole, signatures_required, owners } = proposals
  if (total === '0')
    return <EmptyState title="No open proposals">Everything that was proposed is executed or rejected.</EmptyState>
  const more = BigInt(total) - BigInt(result.length)
  return (
    <>
      <p className="px-4 py-2.5 text-muted text-sm">
        They run in this order. {groupedNumber(signatures_required)} of {counted(owners, 'owner')} must approve a
        proposal before it can be executed, or reject it before it can be removed.
      </p>
      {!is_whole && (
        <p className="px-4 pb-2.5 text-sm text-warn">The node did not return all proposals: some are missing here.</p>
      )}
      <ol className="divide-y divide-line border-line border-t">
        {result.map((proposal) => (
          <ProposalItem key={proposal.sequence_number} proposal={proposal} proposals={proposals} network={network} />
        ))}
      </ol>
      {is_whole && more > 0n && (
        <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
          {groupedNumber(more.toString())} more in the API
        </p>
      )}
    </>
  )
}

const octaDecimals = 8

const roles: Record<AptosStake['role'], string> = {
  pool: 'is the pool',
  owner: 'owns it',
  delegation_pool: 'owns it for its delegators',
  staking_contract: 'owns it by a staking contract',
}

const amounts = [
  ['Staked', 'active'],
  ['From next epoch', 'pending_active'],
  ['Unlocking', 'pending_inactive'],
  ['Unlocked', 'inactive'],
] as const

/** Stake pools that an account is or owns. */
const StakeList = ({ stakes, network }: { stakes: readonly AptosStake[]; network: AptosNetwork }) => (
  <ul className="divide-y divide-line">
    {stakes.map((stake) => (
      <li key={stake.pool_address}>
        <Facts>
          <AccountFact label="Stake pool" address={stake.pool_address} network={network} />
          <Fact label="This account" wide>
            {roles[stake.role]}
          </Fact>
          {amounts.map(([label, name]) => (
            <Fact key={name} label={label}>
              <Amount value={stake[name]} decimals={octaDecimals} symbol="APT" exact />
            </Fact>
          ))}
          {stake.locked_until !== null && (
            <Fact label="End of lockup" wide>
              <Timestamp isAlone iso={stake.locked_until} />
            </Fact>
          )}
          <AccountFact label="Operator" address={stake.operator_address} network={network} />
          <AccountFact label="Voter" address={stake.voter_address} network={network} />
        </Facts>
      </li>
    ))}
  </ul>
)

const noteMax = 300

/** Stake in the delegation pools of others, and where these pools were found. */
const DelegationList = ({
  account,
  delegations: { pools, transactions, is_whole, note },
  network,
}: {
  account: string
  delegations: AptosDelegations
  network: AptosNetwork
}) => (
  <>
    <p className="px-4 py-2.5 text-muted text-sm">{foundIn(pools.length, transactions, is_whole)}</p>
    {note !== null && <p className="wrap-anywhere px-4 pb-2 text-sm text-warn">{cutText(note, noteMax)}</p>}
    <DelegationPools
      pools={pools}
      network={network}
      more={({ last_transaction_version: version }) => (
        <Fact label="Last used in">
          <VersionLink version={version} network={network} />
        </Fact>
      )}
    />
    {!is_whole && (
      <DelegationSearch account={account} network={network} known={pools.map(({ pool_address }) => pool_address)} />
    )}
  </>
)

const foundIn = (pools: number, transactions: number, isWhole: boolean): string => {
  if (isWhole) return 'Delegation pools named in the numbered transactions of this account.'
  if (transactions === 0)
    return 'The node no longer has transactions of this account that would name delegation pools: it may have stake all the same.'
  const named = newestWords(transactions)
  return pools === 0
    ? `No delegation pool is named in ${named}: this account may have stake all the same.`
    : `Delegation pools named in ${named}: this account may have stake in others.`
}

/** The question that the overview shows. */
export const overviewQuestion = (address: string, network: AptosNetwork) =>
  callTo(aptosStateApi.aptosAccountOverview, { address, network })

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
