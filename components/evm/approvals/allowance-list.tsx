'use client'

import { useMemo } from 'react'
import { AddressLink } from '#components/chain/address-link.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { usePages } from '#components/chain/use-pages.ts'
import { evmQueries } from '#components/evm/evm-queries.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { type StandingApproval, standingApprovals } from './standing-approvals.ts'

/** What can still be spent of a wallet's tokens, by whom: folded from the approvals read so far, and more as one asks. */
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
  first: Output<EvmApi['erc20Approvals']>
  /** Approvals of blocks that are not indexed are missing. */
  isPartial: boolean
}) => {
  const query = usePages(evmQueries.pages.erc20Approvals({ chain, wallet_addresses: [wallet], limit: pageSize }), first)
  const events = useMemo(() => query.data.pages.flatMap(({ result }) => result), [query.data])
  const standing = useMemo(() => standingApprovals(events, wallet), [events, wallet])
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  return (
    <>
      {standing.length === 0 ? (
        <p className="px-4 py-6 text-center text-muted text-sm">
          {hasNextPage
            ? 'None so far; older approvals may still be open.'
            : isPartial
              ? 'There are no open approvals in the indexed blocks.'
              : 'There are no open approvals.'}
        </p>
      ) : (
        <ul>
          {standing.map((one) => (
            <AllowanceRow key={`${one.contract_address} ${one.to_wallet}`} chain={chain} approval={one} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t px-4 py-2.5 text-muted text-xs">
        <p role="status" className="max-w-prose">
          From {groupedNumber(events.length)} approval {events.length === 1 ? 'event' : 'events'}
          {hasNextPage ? ' read so far, the newest' : isPartial ? ' in the indexed blocks' : ', all there are'}. From
          events only, not the live allowance: later spending is not deducted, and approvals signed off-chain are not
          included.
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

const AllowanceRow = ({ chain, approval }: { chain: string; approval: StandingApproval }) => {
  const { contract_address, token_name, token_symbol, token_decimals, to_wallet, to_wallet_label, value } = approval
  const decimals = token_decimals === null ? null : Number(token_decimals)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-b px-4 py-2.5 text-sm last:border-b-0 [contain-intrinsic-size:auto_2.75rem] [content-visibility:auto] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)_var(--time-width)_5rem]">
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="sr-only">Of </span>
        <Link
          href={explorerPath.token(chain, contract_address)}
          title={contract_address}
          className="min-w-0 truncate text-accent hover:underline"
        >
          {token_name || token_symbol || <Hash value={contract_address} className="select-auto" />}
        </Link>
        {approval.possible_spam && <Badge tone="warn">Spam</Badge>}
      </span>
      <span className="flex min-w-0 items-center gap-1 max-lg:order-3 max-lg:col-span-2">
        <span className="shrink-0 text-muted lg:sr-only">by </span>
        <AddressLink chain={chain} address={to_wallet} label={to_wallet_label} className="min-w-0" />
        <CopyButton value={to_wallet} label="Copy address of the spender" />
      </span>
      <span className="min-w-0 truncate text-right">
        {approval.isUnlimited ? (
          <Badge tone="warn" title={value}>
            unlimited
          </Badge>
        ) : (
          <Amount value={value} decimals={decimals} symbol={token_symbol} />
        )}
      </span>
      <span className="truncate text-muted max-lg:order-4">
        <Timestamp iso={approval.block_timestamp} />
      </span>
      <Link
        href={explorerPath.transaction(chain, approval.transaction_hash)}
        className="text-right text-accent hover:underline max-lg:order-5"
      >
        proof
      </Link>
    </li>
  )
}
