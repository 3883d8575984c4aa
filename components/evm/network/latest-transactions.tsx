'use client'

import { ArrowRight } from 'lucide'
import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { liveList } from '#components/live/live-list.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { statusOf } from '#lib/format/transaction.ts'

type Row = Output<EvmExplorerApi['evmTransactions']>['result'][number]
/** `decimals` of the native coin. */
type Asked = { chain: string; symbol: string; decimals: number; limit: number }

/** The newest transactions of a chain, updated live. */
export const LatestTransactions = liveList({
  noun: 'transactions',
  ask: ({ chain, limit }: Asked) => fromEvmExplorer('/evm/transactions').one({ chain, limit }),
  chainOf: ({ chain }) => chain,
  keyOf: ({ hash }: Row) => hash,
  columns: 'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,5fr)_minmax(0,8fr)_8.5rem]',
  cells: (transaction, asked) => <TransactionCells {...asked} transaction={transaction} />,
})

const TransactionCells = ({ chain, symbol, decimals, transaction }: Asked & { transaction: Row }) => {
  const to = transaction.to_address ?? transaction.receipt_contract_address
  const method = transaction.to_address === null ? 'Create' : transaction.method?.label
  return (
    <>
      <span className="min-w-0">
        <Link
          href={evmPaths.transaction({ chain, hash: transaction.hash })}
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
        <Icon of={ArrowRight} size={14} className="text-muted" aria-label="to" />
        {to ? (
          <AddressLink chain={chain} address={to} label={transaction.to_address_label} />
        ) : (
          <span className="text-muted">new contract</span>
        )}
      </span>
      <span className="truncate text-right">
        {statusOf(transaction) === 'failed' ? (
          <Badge tone="bad">Failed</Badge>
        ) : transaction.value === '0' && method !== undefined ? (
          <Badge className="max-w-full truncate">{method}</Badge>
        ) : (
          <Amount value={transaction.value} decimals={decimals} symbol={symbol} />
        )}
      </span>
    </>
  )
}
