'use client'

import type { ComponentProps } from 'react'
import { type TransactionList, useTransactionTable } from '#components/evm/transaction-list.tsx'
import { FoldedTable } from './folded-table.tsx'
import { transactionDealing } from './transaction-dealing.ts'

/** A wallet's transactions; what imitates or is empty is folded. */
export const FoldedTransactionList = ({
  children,
  ...props
}: ComponentProps<typeof TransactionList> & { wallet: string }) => (
  <>
    <FoldedTable
      {...useTransactionTable(props)}
      wallet={props.wallet}
      dealingOf={transactionDealing}
      noun="transaction"
    />
    {children}
  </>
)
