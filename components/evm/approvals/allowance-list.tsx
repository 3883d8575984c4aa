'use client'
import { useMemo } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import type { ApprovalLine } from '#components/evm/parts/transfers/transfer-line.ts'
import { erc20ApprovalList } from '#components/evm/parts/transfers/transfer-lists.ts'
import type { FirstPage } from '#components/kit/first-page.ts'
import { useListPages } from '#components/kit/use-list.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { isUnlimited } from '#lib/evm/api/format/unlimited.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { ApprovalRow } from './approval-row.tsx'

/** The latest approval of one token for one spender. */
type OpenApproval = ApprovalLine & { amount: string; isUnlimited: boolean }

/**
 * Open allowances of a wallet according to the approval events read so far: the latest event of each token and spender,
 * if it allows anything. Unlimited ones first, then the latest. Spending reduces an allowance without such an event.
 */
export const openApprovals = (events: readonly ApprovalLine[], wallet: string): OpenApproval[] => {
  const latest = new Map<string, ApprovalLine>()
  for (const event of events) {
    if (event.from.address !== wallet) continue
    const key = `${event.token.address} ${event.to.address}`
    const known = latest.get(key)
    if (!known || isLater(event, known)) latest.set(key, event)
  }
  return [...latest.values()]
    .flatMap((event) => {
      const { amount } = event
      return amount === null || amount === '0' ? [] : [{ ...event, amount, isUnlimited: isUnlimited(amount) }]
    })
    .sort((a, b) => Number(b.isUnlimited) - Number(a.isUnlimited) || (isLater(a, b) ? -1 : 1))
}

const isLater = (a: ApprovalLine, b: ApprovalLine): boolean => {
  const blocks = BigInt(a.blockNumber) - BigInt(b.blockNumber)
  return blocks === 0n ? Number(a.logIndex) > Number(b.logIndex) : blocks > 0n
}

/** Open allowances of a wallet by token and spender, computed from the approvals read so far. */
export const AllowanceList = ({
  chain,
  wallet,
  pageSize,
  first,
  isPartial,
}: {
  chain: string
  wallet: string
  pageSize: number
  /** Shared with the list of events, so that it is sent once. */
  first: FirstPage<ApprovalLine>
  /** Approvals of blocks that are not indexed are missing. */
  isPartial: boolean
}) => {
  const options = fromEvm('/api/v2/erc20/approvals').pages({
    chain,
    wallet_addresses: [wallet],
    limit: pageSize,
  })
  // A separate key: the list of events evicts pages, but every event counts here.
  const queryKey = [...options.queryKey, 'allowances']
  const { query, pages } = useListPages(erc20ApprovalList, { ...options, queryKey }, first)
  const events = useMemo(() => pages.flatMap(({ result }) => result), [pages])
  const open = useMemo(() => openApprovals(events, wallet), [events, wallet])
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  return (
    <>
      {open.length === 0 ? (
        <p className="px-4 py-6 text-center text-muted text-sm">
          {hasNextPage
            ? 'None so far; older approvals may still be open.'
            : isPartial
              ? 'There are no open approvals in the indexed blocks.'
              : 'There are no open approvals.'}
        </p>
      ) : (
        <ul>
          {open.map(({ key, to, amount, decimals, isUnlimited, ...one }) => (
            <ApprovalRow
              key={key}
              chain={chain}
              {...one}
              spender={to}
              amount={
                isUnlimited ? (
                  <Badge tone="warn" title={amount}>
                    unlimited
                  </Badge>
                ) : (
                  <Amount value={amount} decimals={decimals} symbol={one.token.symbol} />
                )
              }
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t px-4 py-2.5 text-muted text-xs">
        <p role="status" className="max-w-prose">
          From {groupedNumber(events.length)} approval {events.length === 1 ? 'event' : 'events'}
          {hasNextPage ? ' read so far' : isPartial ? ' in the indexed blocks' : ''}. Events only, not the live
          allowance: later spending is not deducted, and approvals signed off-chain are not included.
        </p>
        {hasNextPage && (
          <Button disabled={isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {isFetchingNextPage ? 'Reading…' : isFetchNextPageError ? 'Failed: try again' : 'Read older approvals'}
          </Button>
        )}
      </div>
    </>
  )
}
