import type { Column } from '#components/kit/define-list.ts'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** The block of a row. */
export const blockColumn = <Row, View extends { chain: string }>(blockOf: (row: Row) => string): Column<Row, View> => ({
  key: 'block',
  title: 'Block',
  width: '5.5rem',
  phoneAlign: 'center',
  look: 'phone-muted',
  cell: (row, { chain }) => (
    <Link href={evmPaths.block({ chain, block: blockOf(row) })}>
      <span className="phone-only">#</span>
      {groupedNumber(blockOf(row))}
    </Link>
  ),
})
