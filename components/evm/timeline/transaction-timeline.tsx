'use client'

import { type ReactNode, useCallback } from 'react'
import { InfiniteTable } from '#components/chain/infinite-table.tsx'
import { methodKey } from '#components/evm/method-names.ts'
import { type ListedTransaction, TransactionCells, TransactionHeader } from '#components/evm/transaction-row.tsx'
import type { TimelineRow } from './chain-feed.ts'
import type { ChainMethods } from './method-namer.ts'
import { ChainCell, TimelineHeader, timelineHeights, timelineKey, walletOn } from './timeline-list.tsx'
import { transactionFeed } from './transaction-feed.ts'
import type { Timeline } from './use-timeline.ts'
import { useTimelineMethods } from './use-timeline-methods.ts'
import { type TimelineListProps, WalletTimeline } from './wallet-timeline.tsx'

const TransactionRows = ({
  view,
  wallet,
  label,
  place,
  methods: firstMethods,
}: TimelineListProps<ListedTransaction> & { methods: ChainMethods }) => {
  const methods = useTimelineMethods(view, wallet, firstMethods)
  const row = useCallback(
    ({ chain, record }: TimelineRow<ListedTransaction>) => (
      <>
        <ChainCell chain={chain} href={walletOn(chain, wallet)} />
        <TransactionCells
          transaction={record}
          chain={chain.chain}
          symbol={chain.symbol}
          wallet={wallet}
          method={methods[chain.chain]?.[methodKey(record) ?? '']}
        />
      </>
    ),
    [wallet, methods],
  )
  return (
    <InfiniteTable
      label={label}
      header={
        <TimelineHeader>
          <TransactionHeader />
        </TimelineHeader>
      }
      columns="timeline-grid group"
      rows={view.rows}
      rowKey={timelineKey}
      heights={timelineHeights}
      place={place}
      row={row}
    />
  )
}

/** A wallet's transactions on all chains; `methods`: the names of methods that the server knew. */
export const TransactionTimeline = ({
  methods,
  ...timeline
}: Timeline<ListedTransaction> & { children: ReactNode; methods: ChainMethods }) => (
  <WalletTimeline
    {...timeline}
    feed={transactionFeed}
    list={(rows) => <TransactionRows {...rows} methods={methods} />}
  />
)
