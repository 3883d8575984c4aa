import type { Column } from '#components/kit/define-list.ts'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type TransferCounts = { dayTransfers: number; transfers: number; firstBlock: string }

/** Columns of a list of tokens: how often they are transferred, and since when. */
export const transferCountColumns: readonly Column<TransferCounts, { chain: string }>[] = [
  {
    key: 'day',
    title: 'Transfers a day',
    width: '9rem',
    align: 'end',
    cell: ({ dayTransfers }) => (
      <>
        {groupedNumber(dayTransfers)}
        <span className="phone-only"> transfers a day</span>
      </>
    ),
  },
  {
    key: 'transfers',
    title: 'Indexed transfers',
    width: '10rem',
    align: 'end',
    look: 'muted',
    cell: ({ transfers }) => groupedNumber(transfers),
  },
  {
    key: 'first',
    title: 'First in block',
    width: '8rem',
    align: 'end',
    look: 'muted',
    cell: ({ firstBlock }, { chain }) => (
      <Link href={evmPaths.block({ chain, block: firstBlock })}>{groupedNumber(firstBlock)}</Link>
    ),
  },
]
