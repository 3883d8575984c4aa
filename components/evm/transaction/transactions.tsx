'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { liveListView } from '#components/evm/parts/lists/live-list-view.tsx'
import { transactionList } from '#components/evm/parts/transactions/transaction-list.ts'

const transactions = fromEvmExplorer('/evm/transactions')

/** The transactions of a chain, newest first, and new ones as they are indexed. */
export const Transactions = liveListView(transactionList, transactions.pages, ({ chain = '' }) => ({
  ...{ name: 'transactions', chain },
  ask: (given, signal) => transactions.call({ chain, ...given }, { signal }),
}))
