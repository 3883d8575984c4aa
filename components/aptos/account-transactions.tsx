'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Amount } from '#components/chain/amount.tsx'
import { InfiniteTable } from '#components/chain/infinite-table.tsx'
import { ListEnd } from '#components/chain/list-end.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { isServiceError } from '#lib/api/errors.ts'
import type { AptosExplorerApi, AptosSentTransaction } from '#lib/aptos/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { AptosNetwork } from './aptos-path.ts'
import { aptosExplorerQueries } from './aptos-queries.ts'
import { FunctionName } from './function-name.tsx'
import { isoOfMicros } from './micro-time.ts'
import { Cell, HeaderCells, None } from './row-cell.tsx'
import { SuccessBadge } from './success-badge.tsx'
import { VersionLink } from './version-link.tsx'

/** As the classes below set them, with the line under a row. */
const rowHeights = { wide: 40, narrow: 92 } as const
const rowClasses =
  'grid h-23 grid-cols-[auto_1fr_auto] content-center items-center gap-x-3 gap-y-1 px-4 lg:h-10 lg:grid-cols-[7rem_9rem_11rem_minmax(10rem,1fr)_10rem_6.5rem]'

const columns = [
  { title: 'Number' },
  { title: 'Version' },
  { title: 'Time' },
  { title: 'Function' },
  { title: 'Gas fee', end: true },
  { title: 'Status', end: true },
]

/** One APT is 10^8 octas. */
const octaDecimals = 8

/** What an account sent, newest first: the server's first page, and more as one scrolls. */
export const AccountTransactions = ({
  address,
  network,
  pageSize,
  first,
}: {
  address: string
  network: AptosNetwork
  pageSize: number
  first: Output<AptosExplorerApi['aptosAccountTransactions']>
}) => {
  const query = useInfiniteQuery({
    ...aptosExplorerQueries.pages.aptosAccountTransactions({ address, network, limit: pageSize }),
    initialData: { pages: [first], pageParams: [undefined] },
    // What is in the ledger does not change.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const rows = query.data.pages.flatMap(({ result }) => result)
  if (rows.length === 0)
    return (
      <EmptyState title="No transactions">This account has not sent a transaction with a sequence number.</EmptyState>
    )
  const isPruned = query.isFetchNextPageError && isServiceError(query.error, 'not_available')
  return (
    <>
      <InfiniteTable
        label="Transactions sent by the account"
        header={<HeaderCells columns={columns} />}
        columns={rowClasses}
        rows={rows}
        rowKey={({ version }) => version}
        heights={rowHeights}
        row={(row) => <Cells row={row} network={network} />}
      />
      {isPruned ? (
        <NotIndexedState title="Earlier transactions are not available here">{query.error?.message}</NotIndexedState>
      ) : (
        <ListEnd query={query} count={rows.length} noun="transactions" />
      )}
    </>
  )
}

const Cells = ({ row, network }: { row: AptosSentTransaction; network: AptosNetwork }) => (
  <>
    <Cell className="text-muted max-lg:order-5">
      <span className="lg:hidden">number </span>
      {groupedNumber(row.sequence_number)}
    </Cell>
    <Cell className="max-lg:order-1">
      <VersionLink version={row.version} network={network} />
    </Cell>
    <Cell className="truncate max-lg:order-2">
      <Timestamp iso={isoOfMicros(row.timestamp)} />
    </Cell>
    <Cell className="truncate max-lg:order-4 max-lg:col-span-3">
      {row.function === null ? <None /> : <FunctionName name={row.function} />}
    </Cell>
    <Cell className="truncate text-right max-lg:order-6 max-lg:col-span-2">
      <Amount
        value={(BigInt(row.gas_used) * BigInt(row.gas_unit_price)).toString()}
        decimals={octaDecimals}
        symbol="APT"
      />
    </Cell>
    <Cell className="text-right max-lg:order-3">
      <SuccessBadge success={row.success} vmStatus={row.vm_status} />
    </Cell>
  </>
)
