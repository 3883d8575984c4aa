import type { Tone } from '#components/ui/badge.tsx'
import type { AptosProposal } from '#lib/aptos/account/proposals-contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'

type Voted = Pick<
  AptosProposal,
  'sequence_number' | 'is_next' | 'approvals' | 'rejections' | 'can_be_executed' | 'can_be_rejected'
>

/** What can happen to a proposal now, or what it needs first. */
export const proposalState = (proposal: Voted, required: string): { text: string; tone: Tone } => {
  if (proposal.can_be_executed && proposal.can_be_rejected)
    return { text: 'Can be executed or rejected', tone: 'accent' }
  if (proposal.can_be_executed) return { text: 'Can be executed', tone: 'good' }
  if (proposal.can_be_rejected) return { text: 'Can be rejected', tone: 'bad' }
  const missing = BigInt(required) - BigInt(proposal.approvals)
  if (proposal.is_next) return { text: `Needs ${counted(missing.toString(), 'more approval')}`, tone: 'neutral' }
  const before = groupedNumber((BigInt(proposal.sequence_number) - 1n).toString())
  return { text: `${missing > 0n ? 'Waits' : 'Approved, waits'} for proposal ${before}`, tone: 'neutral' }
}
