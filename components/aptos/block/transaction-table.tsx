'use client'

import { useMemo, useSyncExternalStore } from 'react'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { ListTable } from '#components/kit/list-table.tsx'
import { blockTransactionList } from './block-transaction-list.tsx'
import { type PackedRows, unpackRows } from './transaction-row.ts'

/** Rows that the server renders; the browser then has all of them. */
const rowsRendered = 50

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
  const view = useMemo(() => ({ network }), [network])
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <ListTable
      list={blockTransactionList}
      view={view}
      rows={isHydrated ? rows : rows.slice(0, rowsRendered)}
      total={total}
    />
  )
}
