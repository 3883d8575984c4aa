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
import { erc20Approvals } from '#lib/evm/api/interface-routes/erc20.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { ApprovalRow } from './approval-row.tsx'
import { openApprovals } from './open-approvals.ts'

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
  const options = fromEvm({ erc20Approvals }).pages({
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
