'use client'

import { useId, useState } from 'react'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import type { WalletChain } from '#components/evm/parts/signing/send-transaction.ts'
import type { FirstPage } from '#components/kit/first-page.ts'
import { useListPages } from '#components/kit/use-list.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { evmApprovals } from '#lib/evm/api/explorer-routes/addresses.ts'
import { isUnlimited } from '#lib/evm/api/format/unlimited.ts'
import { groupedNumber, shortDecimal } from '#lib/format/amount.ts'
import { type ApprovalLine, approvalLines } from './approval-line.ts'
import { ApprovalRow } from './approval-row.tsx'
import { RevokeBar } from './revoke-bar.tsx'
import { RevokeButton } from './revoke-button.tsx'

/** Risks in words, with what they mean. Those of the amount are beside it. */
const riskTexts: Partial<Record<ApprovalLine['risks'][number], readonly [text: string, meaning: string]>> = {
  destroyed_spender: [
    'Spender was destroyed',
    'Its code is gone. Whoever creates a contract at its address can spend.',
  ],
  wallet_spender: ['Spender is a wallet', 'Not a contract: whoever has its key can take the tokens at any time.'],
  unverified_spender: ['Unverified contract', 'No verified source code of the spender is known here.'],
  unused: ['Unused for 180 days', 'Nothing of the amount was spent since it was approved.'],
  old: ['Over a year old', 'It was granted more than a year ago. Revoke it if it is no longer needed.'],
}

/** What others can take from a wallet, as its contracts confirm, each with a button that revokes it. */
export const ApprovalList = ({
  chain,
  walletChain,
  wallet,
  pageSize,
  first,
  none,
}: {
  chain: string
  walletChain: WalletChain
  wallet: string
  pageSize: number
  first: FirstPage<ApprovalLine>
  /** Shown where there is no approval. */
  none: string
}) => {
  const reasonId = useId()
  const [revoked, setRevoked] = useState<ReadonlySet<string>>(new Set())
  const options = fromEvmExplorer({ evmApprovals }).pages({ chain, address: wallet, limit: pageSize })
  const { query, pages } = useListPages(approvalLines, options, first)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const rows = pages.flatMap(({ result }) => result).filter(({ id }) => !revoked.has(id))
  if (rows.length === 0 && !hasNextPage)
    return (
      <p role="status" className="px-4 py-6 text-center text-muted text-sm">
        {revoked.size > 0 ? 'All of these approvals are revoked.' : none}
      </p>
    )
  return (
    <>
      <RevokeBar id={reasonId} walletChain={walletChain} owner={wallet} />
      <ul>
        {rows.map((row) => (
          <ApprovalRow key={row.id} chain={chain} {...row} amount={<Approved {...row} />}>
            <RevokeButton
              {...{ chain, walletChain, reasonId, owner: wallet, approval: row }}
              onRevoked={() => setRevoked((before) => new Set(before).add(row.id))}
            />
            <Risks {...row} />
          </ApprovalRow>
        ))}
      </ul>
      {hasNextPage && (
        <div className="border-line border-t px-4 py-2.5 text-right">
          <Button disabled={isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {isFetchingNextPage ? 'Reading…' : isFetchNextPageError ? 'Failed: try again' : 'Show more approvals'}
          </Button>
        </div>
      )}
    </>
  )
}

const Approved = ({ kind, value, formatted, tokenId, token: { symbol } }: ApprovalLine) => {
  if (kind === 'collection') return <Badge tone="warn">whole collection</Badge>
  if (kind === 'token') return <span title={tokenId ?? undefined}>#{tokenId}</span>
  if (value !== null && isUnlimited(value))
    return (
      <Badge tone="warn" title={value}>
        unlimited
      </Badge>
    )
  return (
    <span title={formatted ?? value ?? undefined}>
      {formatted === null ? `${groupedNumber(value ?? '0')} raw units` : `${shortDecimal(formatted)} ${symbol ?? ''}`}
    </span>
  )
}

const Risks = ({ risks, usdAtRisk }: ApprovalLine) => {
  const shown = risks.flatMap((risk) => riskTexts[risk] ?? [])
  if (shown.length === 0 && usdAtRisk === null) return null
  return (
    <span className="risks">
      {usdAtRisk !== null && usdAtRisk !== '0.00' && <span className="text-muted">${usdAtRisk} at risk</span>}
      {risks.map((risk) => {
        const [text, meaning] = riskTexts[risk] ?? []
        return (
          text !== undefined && (
            <Badge key={risk} tone="warn" title={meaning}>
              {text}
            </Badge>
          )
        )
      })}
    </span>
  )
}
