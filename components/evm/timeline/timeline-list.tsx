import { GridCell, GridHeader } from '#components/chain/grid-cell.tsx'
import { InfiniteTable } from '#components/chain/infinite-table.tsx'
import { TransactionCells, TransactionHeader } from '#components/evm/transaction-row.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { TimelineRow } from './chain-feed.ts'

/** As the class `timeline-grid` sets them. */
const heights = { wide: 44, narrow: 128 } as const

const keyOf = ({ chain, transaction }: TimelineRow) => `${chain.chain} ${transaction.hash}`
const timeOf = ({ transaction }: TimelineRow) => transaction.block_timestamp

/** Transactions of several chains, newest first, as seen from one wallet. */
export const TimelineList = ({
  rows,
  row,
  place,
}: {
  rows: readonly TimelineRow[]
  row: (row: TimelineRow) => React.ReactNode
  place: { blockOf: typeof timeOf; bound: string | undefined; name: string }
}) => (
  <InfiniteTable
    label="Transactions of all chains"
    header={
      <>
        <GridHeader columns={[{ area: 'chain', title: 'Chain' }]} />
        <TransactionHeader />
      </>
    }
    columns="timeline-grid group"
    rows={rows}
    rowKey={keyOf}
    heights={heights}
    place={place}
    row={row}
  />
)

export const timelinePlace = (bound: string | undefined) => ({ blockOf: timeOf, bound, name: 'to_date' })

export const TimelineCells = ({ chain, transaction, wallet }: TimelineRow & { wallet: string }) => (
  <>
    <GridCell area="chain" className="truncate">
      <Link href={explorerPath.address(chain.chain, wallet)} className="hover:text-accent hover:underline">
        <Badge className="max-w-full">
          <span className="truncate">{chain.title}</span>
        </Badge>
      </Link>
    </GridCell>
    <TransactionCells transaction={transaction} chain={chain.chain} symbol={chain.symbol} wallet={wallet} />
  </>
)
