import { useMemo } from 'react'
import { FoldedTable } from '#components/evm/parts/alike/folded-table.tsx'
import { type TransferView, transferColumns } from '#components/evm/parts/transfers/transfer-columns.tsx'
import type { TransferLine } from '#components/evm/parts/transfers/transfer-line.ts'
import type { TimelineRow } from '#components/evm/timeline/feed/chain-feed.ts'
import { type TimelineKind, timelineKinds } from '#components/evm/timeline/feed/timeline-kind.ts'
import { defineList } from '#components/kit/define-list.ts'
import { listSkeleton } from '#components/kit/list-skeleton.tsx'
import { transferDealing } from '#lib/evm/api/format/transfer-dealing.ts'
import { timelineColumns, timelineHeights, timelineKey } from './timeline-columns.tsx'
import type { TimelineListProps } from './wallet-timeline.tsx'

type Row = TimelineRow<TransferLine>

const dealingOf = ({ record }: Row, wallet: string) => transferDealing(record, wallet)

/** Creates the list of one kind of token transfers on many chains, and its skeleton. */
export const timelineTransferRows = (kind: TimelineKind) => {
  const list = defineList({
    label: timelineKinds[kind].title,
    noun: timelineKinds[kind].noun,
    row: (row: Row) => row,
    keyOf: timelineKey,
    repeats: 'latest',
    columns: timelineColumns(
      kind,
      transferColumns,
      ({ wallet }: { wallet: string }, { chain }): TransferView => ({ chain, wallet }),
    ),
    phone: ['chain chain age', 'token token amount', 'from direction to', 'hash hash kind'],
    heights: timelineHeights,
    rowClass: ({ record: { isSpam } }) => (isSpam ? 'faded' : undefined),
  })
  const Rows = ({ view: { rows }, wallet, label, place }: TimelineListProps<TransferLine>) => {
    const view = useMemo(() => ({ wallet }), [wallet])
    return (
      <FoldedTable
        list={list}
        label={label}
        view={view}
        rows={rows}
        place={place}
        wallet={wallet}
        dealingOf={dealingOf}
        noun="transfer"
      />
    )
  }
  return { Rows, Skeleton: listSkeleton(list) }
}
