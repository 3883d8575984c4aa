'use client'

import { type ReactNode, useCallback } from 'react'
import { InfiniteTable, type Place } from '#components/chain/infinite-table.tsx'
import type { NativeTransaction } from '#lib/evm/contract/transactions.ts'
import { type MethodNames, methodKey } from './method-names.ts'
import { TransactionCells, TransactionHeader, transactionRowHeights } from './transaction-row.tsx'

const hashOf = ({ hash }: NativeTransaction) => hash

/** Transactions of any number, one row each. Rows in `arrived` have come while the page was open. */
export const TransactionList = ({
  rows,
  chain,
  symbol,
  wallet,
  total,
  label = 'Transactions',
  arrived,
  methods,
  place,
  children,
}: {
  rows: readonly NativeTransaction[]
  chain: string
  symbol: string
  wallet?: string
  total?: number | null
  label?: string
  arrived?: ReadonlySet<string>
  /** Names of called methods, where they are known. */
  methods?: MethodNames
  place?: Place<NativeTransaction>
  /** What follows the rows: the list's end. */
  children?: ReactNode
}) => {
  const row = useCallback(
    (transaction: NativeTransaction) => (
      <TransactionCells
        transaction={transaction}
        chain={chain}
        symbol={symbol}
        wallet={wallet}
        method={methods?.[methodKey(transaction) ?? '']}
      />
    ),
    [chain, symbol, wallet, methods],
  )
  return (
    <>
      <InfiniteTable
        label={label}
        header={<TransactionHeader />}
        columns="transaction-grid group"
        rows={rows}
        rowKey={hashOf}
        rowClassName={({ hash }) => (arrived?.has(hash) ? 'arrived' : undefined)}
        heights={transactionRowHeights}
        total={total}
        place={place}
        row={row}
      />
      {children}
    </>
  )
}
