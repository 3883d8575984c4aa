import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { Badge } from '#components/ui/badge.tsx'
import type { AptosProposal } from '#lib/aptos/account/proposals-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

const votesShown = 20

/** How the owners voted, those who did first. */
export const VoteList = ({
  proposal: { votes, approvals, rejections },
  owners,
  network,
}: {
  proposal: Pick<AptosProposal, 'votes' | 'approvals' | 'rejections'>
  owners: number
  network: AptosNetwork
}) => {
  const ordered = [
    ...votes.filter(({ vote }) => vote === 'approved'),
    ...votes.filter(({ vote }) => vote === 'rejected'),
    ...votes.filter(({ vote }) => vote === null),
  ]
  const shown = ordered.slice(0, votesShown)
  return (
    <>
      <p>
        {groupedNumber(approvals)} of {groupedNumber(owners)} approved
        {rejections > 0 && `, ${groupedNumber(rejections)} rejected`}
      </p>
      <ul className="mt-1 grid gap-1">
        {shown.map(({ owner_address, vote }) => (
          <li key={owner_address} className="flex min-w-0 items-center gap-2">
            <span className="w-24 shrink-0">
              {vote === null ? (
                <span className="text-muted text-xs">no vote yet</span>
              ) : (
                <Badge tone={vote === 'approved' ? 'good' : 'bad'}>{vote}</Badge>
              )}
            </span>
            <AccountLink address={owner_address} network={network} className="min-w-0" />
          </li>
        ))}
        {owners > shown.length && (
          <li className="text-muted">and {groupedNumber(owners - shown.length)} more owners</li>
        )}
      </ul>
    </>
  )
}
