import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import type { AptosOpenProposals, AptosProposal } from '#lib/aptos/account/proposals-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { PayloadFacts } from './payload-facts.tsx'
import { proposalState } from './proposal-state.ts'
import { VoteList } from './vote-list.tsx'

/** A proposal: what it would run, who voted on it, and what it still needs. */
export const ProposalItem = ({
  proposal,
  proposals,
  network,
}: {
  proposal: AptosProposal
  proposals: Pick<AptosOpenProposals, 'owners' | 'signatures_required'>
  network: AptosNetwork
}) => {
  const state = proposalState(proposal, proposals.signatures_required)
  const { sequence_number, created_at, creator_address } = proposal
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-sunken px-4 py-2.5">
        <h3 className="font-semibold text-sm">Proposal {groupedNumber(sequence_number)}</h3>
        <Badge tone={state.tone}>{state.text}</Badge>
      </div>
      <Facts>
        <PayloadFacts payload={proposal.payload} network={network} />
        <Fact label="Votes" wide long>
          <VoteList proposal={proposal} owners={proposals.owners} network={network} />
        </Fact>
        <Fact label="Created" wide long>
          <span className="flex min-w-0 flex-wrap gap-x-1.5">
            {created_at === null ? 'at an unknown time' : <Timestamp iso={created_at} />}
            <span className="text-muted">by</span>
            <AccountLink address={creator_address} network={network} className="min-w-0" />
          </span>
        </Fact>
      </Facts>
    </li>
  )
}
