import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { FactSkeleton } from '#components/aptos/parts/fact-skeleton.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import type { AptosOpenProposals } from '#lib/aptos/account/proposals-contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import type { Answer, Question } from '#lib/pages/question.ts'
import { ProposalItem } from './proposal-item.tsx'

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
export const ProposalsSkeleton = () => (
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
