'use client'
import { useMemo } from 'react'
import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { KindBadge } from '#components/aptos/parts/lists/kind-badge.tsx'
import { SuccessBadge } from '#components/aptos/parts/success-badge.tsx'
import { FunctionName } from '#components/aptos/parts/values/function-name.tsx'
import { None } from '#components/aptos/parts/values/none.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { ListTable } from '#components/kit/list-table.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { type LedgerTransactionRow, type PackedRows, unpackRows } from './transaction-row.ts'

/** The transactions of a block. */
const blockTransactionList = defineList({
  label: 'Transactions of the block',
  noun: 'transactions',
  row: (row: LedgerTransactionRow) => row,
  keyOf: ({ version }) => version,
  repeats: 'first',
  columns: [
    {
      key: 'version',
      title: 'Version',
      width: '8rem',
      cell: ({ version }, { network }: { network: AptosNetwork }) => (
        <VersionLink version={version} network={network} />
      ),
    },
    {
      key: 'kind',
      title: 'Kind',
      width: '9rem',
      cell: ({ type }) => <KindBadge type={type} />,
    },
    {
      key: 'hash',
      title: 'Hash',
      width: 'minmax(7rem, 1fr)',
      cell: ({ hash }) => <Hash value={hash} title={undefined} className="text-muted" />,
    },
    {
      key: 'sender',
      title: 'Sender',
      width: 'minmax(7rem, 1fr)',
      cell: ({ sender }, { network }) =>
        sender === undefined ? <None /> : <AccountLink address={sender} network={network} />,
    },
    {
      key: 'function',
      title: 'Function',
      width: 'minmax(10rem, 2fr)',
      look: 'clip',
      cell: ({ called }) => (called === undefined ? <None /> : <FunctionName name={called} />),
    },
    {
      key: 'gas',
      title: 'Gas used',
      width: '6rem',
      align: 'end',
      cell: ({ gasUsed }) => (
        <>
          {gasUsed === undefined ? <None /> : groupedNumber(gasUsed)}
          <span className="phone-only text-muted"> gas</span>
        </>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      width: '6.5rem',
      align: 'end',
      cell: ({ success, vmStatus }) => <SuccessBadge success={success} vmStatus={vmStatus} />,
    },
  ],
  phone: ['version kind status', 'sender sender sender', 'function function gas'],
  phoneWidths: 'auto 1fr auto',
  heights: { wide: 40, phone: 92 },
})

/** Rows that the server renders; the browser then has all of them. */
const rowsRendered = 50

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
  const view = useMemo(() => ({ network }), [network])
  const isHydrated = useHydrated(true, false)
  return (
    <ListTable
      list={blockTransactionList}
      view={view}
      rows={isHydrated ? rows : rows.slice(0, rowsRendered)}
      total={total}
    />
  )
}
