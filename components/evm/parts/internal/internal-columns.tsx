import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import type { LiveView } from '#components/evm/parts/lists/live-list-view.tsx'
import { Party } from '#components/evm/parts/party.tsx'
import { DirectionBadge } from '#components/evm/parts/transfers/direction-badge.tsx'
import { directionColumn, timeColumn } from '#components/kit/columns.tsx'
import type { Column } from '#components/kit/define-list.ts'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Mark } from '#components/ui/mark.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { InternalLine } from './internal-line.ts'

const types: Record<string, string> = {
  CALL: 'Transfer',
  CREATE: 'Create',
  CREATE2: 'Create2',
  SELFDESTRUCT: 'Destroy',
}

/** The columns of a list of internal transfers. */
export const internalColumns: readonly Column<InternalLine, LiveView>[] = [
  {
    key: 'hash',
    title: 'Transaction',
    width: 'minmax(0, 1fr)',
    look: 'flow',
    cell: ({ transactionHash: hash }, { chain }) => (
      <>
        <Link href={evmPaths.transaction({ chain, hash })} className="min-w-0">
          <Hash value={hash} title={undefined} />
        </Link>
        <CopyButton value={hash} label="Copy transaction hash" />
      </>
    ),
  },
  {
    key: 'kind',
    title: 'Kind',
    width: '5.5rem',
    look: 'clip',
    cell: ({ type, transactionHash: hash }, { chain }) => (
      <Link href={evmTabPaths.transactionInternal({ chain, hash })} title="Show all calls of the transaction">
        <Badge>{types[type] ?? type}</Badge>
      </Link>
    ),
  },
  timeColumn(({ timestamp }) => timestamp),
  {
    key: 'from',
    title: 'From',
    width: 'minmax(0, 1.2fr)',
    cell: ({ from }, { chain, wallet }) => <Party chain={chain} {...from} wallet={wallet} />,
  },
  directionColumn(({ from, to }, { wallet }) =>
    wallet === undefined ? (
      <Mark icon="to" title="to" className="text-muted" />
    ) : (
      <DirectionBadge from={from.address} to={to.address} wallet={wallet} />
    ),
  ),
  {
    key: 'to',
    title: 'To',
    width: 'minmax(0, 1.2fr)',
    cell: ({ to }, { chain, wallet }) => <Party chain={chain} {...to} wallet={wallet} />,
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 'minmax(0, 1fr)',
    align: 'end',
    look: 'clip',
    cell: ({ value }, { symbol, decimals }) => <Amount value={value} decimals={decimals} symbol={symbol} />,
  },
]
