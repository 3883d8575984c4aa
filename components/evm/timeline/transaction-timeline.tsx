'use client'

import { type ReactNode, useMemo } from 'react'
import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import type { LiveView } from '#components/evm/parts/lists/live-list-view.tsx'
import type { ListedTransaction } from '#components/evm/parts/transactions/listed-transaction.ts'
import { transactionColumns } from '#components/evm/parts/transactions/transaction-columns.tsx'
import type { TimelineRow } from '#components/evm/timeline/feed/chain-feed.ts'
import { timelineKinds } from '#components/evm/timeline/feed/timeline-kind.ts'
import { transactionFeed } from '#components/evm/timeline/feed/transaction-feed.ts'
import { defineList } from '#components/kit/define-list.ts'
import { listSkeleton } from '#components/kit/list-skeleton.tsx'
import { ListTable } from '#components/kit/list-table.tsx'
import { timelineColumns, timelineHeights, timelineKey } from './timeline-columns.tsx'
import type { Timeline } from './use-timeline.ts'
import { type TimelineListProps, WalletTimeline } from './wallet-timeline.tsx'

type View = { wallet: string }
type Row = TimelineRow<ListedTransaction>

const leftOut = ['block', 'fee']

const transactionTimeline = defineList({
  label: timelineKinds.transactions.title,
  noun: timelineKinds.transactions.noun,
  row: (row: Row) => row,
  keyOf: timelineKey,
  repeats: 'latest',
  columns: timelineColumns(
    'transactions',
    transactionColumns.filter(({ key }) => !leftOut.includes(key)),
    ({ wallet }: View, { chain, symbol, decimals }): LiveView => ({ chain, symbol, decimals, wallet }),
  ),
  phone: ['chain chain age', 'hash hash hash', 'from direction to', 'method value value'],
  heights: timelineHeights,
})

const Skeleton = listSkeleton(transactionTimeline)

const TransactionRows = ({ view: timeline, wallet, label, place }: TimelineListProps<ListedTransaction>) => {
  const view = useMemo(() => ({ wallet }), [wallet])
  return <ListTable list={transactionTimeline} label={label} view={view} rows={timeline.rows} place={place} />
}

const client = { walletTransactions: fromEvm('/api/v2/:address').call }

/** A wallet's transactions on all chains. */
export const TransactionTimeline = (timeline: Timeline<ListedTransaction> & { children: ReactNode }) => (
  <WalletTimeline
    {...timeline}
    feed={transactionFeed}
    client={client}
    list={(rows) => <TransactionRows {...rows} />}
    skeleton={<Skeleton />}
  />
)
