'use client'

import { ArrowRight } from 'lucide-react'
import { AddressLink } from '#components/chain/address-link.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { evmExplorerQueries } from '#components/evm/evm-queries.ts'
import { NewerRows } from '#components/live/newer-rows.tsx'
import { useLiveList } from '#components/live/use-live-list.ts'
import { Badge } from '#components/ui/badge.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { statusOf } from '#lib/format/transaction.ts'
import { useArrived } from './live-rows.ts'

type Page = Output<EvmExplorerApi['evmTransactions']>
type Row = Page['result'][number]

const nativeDecimals = 18

/** The newest transactions of a chain, as they come. */
export const LatestTransactions = ({
  chain,
  symbol,
  limit,
  everyMs,
  first,
}: {
  chain: string
  symbol: string
  limit: number
  everyMs: number | false
  first: Page
}) => {
  const { rows, mark, ...newer } = useLiveList({
    options: evmExplorerQueries.one.evmTransactions({ chain, limit }),
    first,
    everyMs,
    keyOf: ({ hash }: Row) => hash,
  })
  const arrived = useArrived(rows.map(({ hash }) => hash))
  if (rows.length === 0)
    return <EmptyState title="No transactions yet">They appear here as they are indexed.</EmptyState>
  return (
    <>
      <NewerRows waiting={newer.waiting} isMore={newer.isMore} onShow={newer.show} />
      <div ref={mark} />
      <ol>
        {rows.map((transaction) => {
          const to = transaction.to_address ?? transaction.receipt_contract_address
          return (
            <li
              key={transaction.hash}
              className={classNames(
                'grid h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-line border-b px-4 text-sm leading-5 last:border-b-0 sm:grid-cols-[minmax(0,5fr)_minmax(0,8fr)_8.5rem]',
                arrived.has(transaction.hash) && 'arrived',
              )}
            >
              <span className="min-w-0">
                <Link
                  href={explorerPath.transaction(chain, transaction.hash)}
                  className="block text-accent hover:underline"
                >
                  <Hash value={transaction.hash} className="select-auto" />
                </Link>
                <span className="text-muted text-xs">
                  <Timestamp iso={transaction.block_timestamp} />
                </span>
              </span>
              <span className="order-last col-span-2 hidden min-w-0 grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2 sm:order-none sm:col-span-1 sm:grid">
                <AddressLink chain={chain} address={transaction.from_address} label={transaction.from_address_label} />
                <ArrowRight size={14} className="text-muted" aria-label="to" />
                {to ? (
                  <AddressLink chain={chain} address={to} label={transaction.to_address_label} />
                ) : (
                  <span className="text-muted">new contract</span>
                )}
              </span>
              <span className="truncate text-right">
                {statusOf(transaction) === 'failed' ? (
                  <Badge tone="bad">Failed</Badge>
                ) : (
                  <Amount value={transaction.value} decimals={nativeDecimals} symbol={symbol} />
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </>
  )
}
