'use client'

import { useMemo, useSyncExternalStore } from 'react'
import { Hash } from '#components/chain/hash.tsx'
import { InfiniteTable } from '#components/chain/infinite-table.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { AccountLink } from './account-link.tsx'
import { type AptosNetwork, aptosPath } from './aptos-path.ts'
import { FunctionName } from './function-name.tsx'
import { Cell, HeaderCells, None } from './row-cell.tsx'
import { SuccessBadge } from './success-badge.tsx'
import { transactionKind } from './transaction-kind.ts'
import { type PackedRows, type TransactionRow, unpackRows } from './transaction-row.ts'

/** As the classes below set them, with the line under a row. */
const rowHeights = { wide: 40, narrow: 92 } as const
const rowClasses =
  'group grid h-23 grid-cols-[auto_1fr_auto] content-center items-center gap-x-3 gap-y-1 px-4 lg:h-10 lg:grid-cols-[8rem_9rem_minmax(7rem,1fr)_minmax(7rem,1fr)_minmax(10rem,2fr)_6rem_6.5rem]'

/** What the server renders; a browser then shows all rows, of which only the visible ones are in the document. */
const rowsRendered = 60

const columns = [
  { title: 'Version' },
  { title: 'Kind' },
  { title: 'Hash' },
  { title: 'Sender' },
  { title: 'Function' },
  { title: 'Gas used', end: true },
  { title: 'Status', end: true },
]

const never = () => () => {}

/** The transactions of a block, one row each. */
export const TransactionTable = ({
  packed,
  total,
  network,
}: {
  packed: PackedRows
  total: number
  network: AptosNetwork
}) => {
  const rows = useMemo(() => unpackRows(packed), [packed])
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <InfiniteTable
      label="Transactions of the block"
      header={<HeaderCells columns={columns} />}
      columns={rowClasses}
      rows={isHydrated ? rows : rows.slice(0, rowsRendered)}
      rowKey={({ version }) => version}
      heights={rowHeights}
      total={total}
      row={(row) => <Cells row={row} network={network} />}
    />
  )
}

const Cells = ({ row, network }: { row: TransactionRow; network: AptosNetwork }) => {
  const kind = transactionKind(row.type)
  return (
    <>
      <Cell>
        <Link
          href={aptosPath(explorerPath.aptosTransaction(row.version), network)}
          className="font-mono text-accent hover:underline"
        >
          {row.version}
        </Link>
      </Cell>
      <Cell>
        <Badge tone={kind.tone} title={row.type}>
          {kind.title}
        </Badge>
      </Cell>
      <Cell className="max-lg:hidden">
        <Hash value={row.hash} className="text-muted" />
      </Cell>
      <Cell className="max-lg:order-4 max-lg:col-span-3">
        {row.sender === undefined ? <None /> : <AccountLink address={row.sender} network={network} />}
      </Cell>
      <Cell className="truncate max-lg:order-5 max-lg:col-span-2">
        {row.called === undefined ? <None /> : <FunctionName name={row.called} />}
      </Cell>
      <Cell className="text-right max-lg:order-6">
        {row.gasUsed === undefined ? <None /> : groupedNumber(row.gasUsed)}
        <span className="text-muted lg:hidden"> gas</span>
      </Cell>
      <Cell className="text-right max-lg:order-3">
        <SuccessBadge success={row.success} vmStatus={row.vmStatus} />
      </Cell>
    </>
  )
}
