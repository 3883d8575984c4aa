import { useCallback } from 'react'
import { FoldedTable } from '#components/evm/alike/folded-table.tsx'
import { transferDealing } from '#components/evm/alike/transfer-dealing.ts'
import type { TransferLine } from '#components/evm/transfer-line.ts'
import { TransferCells, TransferHeader } from '#components/evm/transfer-row.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { Suspicion } from '#lib/format/look-alike.ts'
import type { TimelineRow } from './chain-feed.ts'
import { ChainCell, TimelineHeader, timelineHeights, timelineKey } from './timeline-list.tsx'
import type { TimelineListProps } from './wallet-timeline.tsx'

type Row = TimelineRow<TransferLine>

const dealingOf = ({ record }: Row, wallet: string) => transferDealing(record, wallet)
const classOf = ({ record: { isSpam } }: Row) => (isSpam ? 'opacity-70' : undefined)

/** Makes what shows token transfers of many chains; `tab` is the wallet's own page of them on one chain. */
export const transferRows =
  (tab: string) =>
  ({ view, wallet, label, place }: TimelineListProps<TransferLine>) => {
    const row = useCallback(
      ({ chain, record }: Row, suspicion?: Suspicion) => (
        <>
          <ChainCell chain={chain} href={`${explorerPath.address(chain.chain, wallet)}/${tab}`} />
          <TransferCells line={record} chain={chain.chain} wallet={wallet} suspicion={suspicion} />
        </>
      ),
      [wallet],
    )
    return (
      <FoldedTable
        label={label}
        header={
          <TimelineHeader>
            <TransferHeader isOfLogs={false} isOfApprovals={false} />
          </TimelineHeader>
        }
        columns="timeline-transfer-grid group"
        rows={view.rows}
        rowKey={timelineKey}
        rowClassName={classOf}
        heights={timelineHeights}
        place={place}
        wallet={wallet}
        dealingOf={dealingOf}
        noun="transfer"
        row={row}
      />
    )
  }
