import { OverviewFault, OverviewLine, OverviewPanel } from '#components/evm/frames/wallet/overview-panel.tsx'
import { nothingListed, type OverviewPart } from '#components/evm/frames/wallet/overview-questions.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { isUnlimited } from '#lib/evm/api/format/unlimited.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { WalletApproval } from '#lib/evm/approvals/contract.ts'
import { groupedNumber, shortDecimal } from '#lib/format/amount.ts'

const shownMax = 5

/** Approvals that spenders can still use, by what the tokens themselves report. */
export const SpendableApprovals = async ({ state, address, questions, answers }: OverviewPart) => {
  const { chain } = state
  const { data, fault } = await answers.approvals
  const approvals = (data?.result ?? []).toSorted((a, b) => Number(isUnlimited(b.value)) - Number(isUnlimited(a.value)))
  const count = `${groupedNumber(approvals.length)}${data?.cursor ? '+' : ''}`
  return (
    <OverviewPanel
      title="Open approvals"
      aside={approvals.length > 0 && count}
      all={
        approvals.length > 0 ? { href: evmTabPaths.walletApprovals({ chain, address }), text: 'See all' } : undefined
      }
      call={questions.approvals}
      className="self-start"
    >
      {fault && <OverviewFault what="Approvals" fault={fault} />}
      {data && approvals.length === 0 && (
        <OverviewLine>
          {nothingListed(state, {
            partly: 'No approval in the indexed blocks can still be spent.',
            whole: 'No approvals that can still be spent.',
          })}
        </OverviewLine>
      )}
      <ul className="divide-y divide-line">
        {approvals.slice(0, shownMax).map((approval) => (
          <ApprovalRow
            key={`${approval.token.address}-${approval.spender.address}`}
            chain={chain}
            approval={approval}
          />
        ))}
      </ul>
    </OverviewPanel>
  )
}

const ApprovalRow = ({ chain, approval }: { chain: string; approval: WalletApproval }) => {
  const { token, spender, value, value_formatted } = approval
  return (
    <li className="grid gap-y-0.5 px-4 py-2.5 text-sm">
      <span className="flex min-w-0 items-center justify-between gap-3">
        <Link
          href={evmPaths.token({ chain, address: token.address })}
          title={token.address}
          className="min-w-0 truncate hover:text-accent"
        >
          {token.name || token.symbol || `${token.address.slice(0, 10)}…`}
        </Link>
        {isUnlimited(value) ? (
          <Badge tone="warn" title={value}>
            unlimited
          </Badge>
        ) : (
          <data value={value} title={value_formatted ?? undefined}>
            {value_formatted === null ? `${groupedNumber(value)} raw units` : shortDecimal(value_formatted)}
          </data>
        )}
      </span>
      <span className="flex min-w-0 items-center gap-1.5 text-muted text-xs">
        by <AddressLink chain={chain} address={spender.address} label={spender.address_label} />
      </span>
    </li>
  )
}
