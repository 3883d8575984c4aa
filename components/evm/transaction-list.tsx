'use client'

import { type ReactNode, useCallback } from 'react'
import type { Absent } from '#components/chain/absent.ts'
import { InfiniteTable, type InfiniteTableProps, type Place } from '#components/chain/infinite-table.tsx'
import type { NativeTransaction } from '#lib/evm/contract/transactions.ts'
import type { Suspicion } from '#lib/format/look-alike.ts'
import { type MethodNames, methodKey } from './method-names.ts'
import { TransactionCells, TransactionHeader, transactionRowHeights } from './transaction-row.tsx'

const hashOf = ({ hash }: NativeTransaction) => hash

type Props = {
  rows: readonly (NativeTransaction | Absent)[]
  chain: string
  symbol: string
  wallet?: string
  total?: number | null
  label?: string
  /** Rows that have come while the page was open. */
  arrived?: ReadonlySet<string>
  /** Names of called methods, where they are known. */
  methods?: MethodNames
  place?: Place<NativeTransaction>
  onSee?: InfiniteTableProps<NativeTransaction>['onSee']
}

/** What a table needs to show transactions, one row each. */
export const useTransactionTable = ({
  rows,
  chain,
  symbol,
  wallet,
  total,
  label = 'Transactions',
  arrived,
  methods,
  place,
  onSee,
}: Props) => ({
  label,
  header: <TransactionHeader />,
  columns: 'transaction-grid group',
  rows,
  rowKey: hashOf,
  rowClassName: ({ hash }: NativeTransaction) => (arrived?.has(hash) ? 'arrived' : undefined),
  heights: transactionRowHeights,
  total,
  place,
  onSee,
  row: useCallback(
    (transaction: NativeTransaction, suspicion?: Suspicion) => (
      <TransactionCells
        transaction={transaction}
        chain={chain}
        symbol={symbol}
        wallet={wallet}
        method={methods?.[methodKey(transaction) ?? '']}
        suspicion={suspicion}
      />
    ),
    [chain, symbol, wallet, methods],
  ),
})

/** Transactions of any number. `children` follow the rows: the list's end. */
export const TransactionList = ({ children, ...props }: Props & { children?: ReactNode }) => (
  <>
    <InfiniteTable {...useTransactionTable(props)} />
    {children}
  </>
)
