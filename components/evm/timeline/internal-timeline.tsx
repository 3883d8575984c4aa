'use client'

import { type ReactNode, useMemo } from 'react'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { internalColumns } from '#components/evm/parts/internal/internal-columns.tsx'
import type { InternalLine } from '#components/evm/parts/internal/internal-line.ts'
import type { LiveView } from '#components/evm/parts/lists/live-list-view.tsx'
import type { TimelineRow } from '#components/evm/timeline/feed/chain-feed.ts'
import { internalFeed } from '#components/evm/timeline/feed/internal-feed.ts'
import { timelineKinds } from '#components/evm/timeline/feed/timeline-kind.ts'
import { defineList } from '#components/kit/define-list.ts'
import { listSkeleton } from '#components/kit/list-skeleton.tsx'
import { ListTable } from '#components/kit/list-table.tsx'
import { timelineColumns, timelineHeights, timelineKey } from './timeline-columns.tsx'
import type { Timeline } from './use-timeline.ts'
import { type TimelineListProps, WalletTimeline } from './wallet-timeline.tsx'

type View = { wallet: string }

const internalTimeline = defineList({
  label: timelineKinds.internal.title,
  noun: timelineKinds.internal.noun,
  row: (row: TimelineRow<InternalLine>) => row,
  keyOf: timelineKey,
  repeats: 'latest',
  columns: timelineColumns(
    'internal',
    internalColumns,
    ({ wallet }: View, { chain, symbol, decimals }): LiveView => ({ chain, symbol, decimals, wallet }),
  ),
  phone: ['chain chain age', 'kind kind amount', 'from direction to', 'hash hash hash'],
  heights: timelineHeights,
})

const Skeleton = listSkeleton(internalTimeline)

const InternalRows = ({ view: timeline, wallet, label, place }: TimelineListProps<InternalLine>) => {
  const view = useMemo(() => ({ wallet }), [wallet])
  return <ListTable list={internalTimeline} label={label} view={view} rows={timeline.rows} place={place} />
}

const client = { evmInternalTransfers: fromEvmExplorer('/evm/addresses/:address/internal').call }

/** A wallet's internal transfers on all traced chains. */
export const InternalTimeline = (timeline: Timeline<InternalLine> & { children: ReactNode }) => (
  <WalletTimeline
    {...timeline}
    feed={internalFeed}
    client={client}
    list={(rows) => <InternalRows {...rows} />}
    skeleton={<Skeleton />}
  />
)
