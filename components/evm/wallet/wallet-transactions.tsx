'use client'

import { FoldedTable } from '#components/evm/parts/alike/folded-table.tsx'
import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import { type LiveView, liveListView } from '#components/evm/parts/lists/live-list-view.tsx'
import type { ListedTransaction } from '#components/evm/parts/transactions/listed-transaction.ts'
import { transactionList } from '#components/evm/parts/transactions/transaction-list.ts'
import type { ListTableProps } from '#components/kit/list-table.tsx'
import { transactionDealing } from '#lib/evm/api/format/transaction-dealing.ts'
import type { NativeTransaction } from '#lib/evm/api/records/transactions.ts'

// Of one module with the list that it takes the place of: a page loads the modules of both.
export { FoundTransactions } from './lazy-found-transactions.tsx'

const { pages, call } = fromEvm('/api/v2/:address')

const WalletTable = (table: ListTableProps<NativeTransaction, ListedTransaction, LiveView>) => (
  <FoldedTable {...table} wallet={table.view.wallet ?? ''} dealingOf={transactionDealing} noun="transaction" />
)

/** The transactions of a wallet, newest first, and new ones as they happen. */
export const WalletTransactions = liveListView(
  transactionList,
  pages,
  ({ chain = '', address }) => ({
    ...{ name: `wallet ${address}`, chain },
    ask: (given, signal) => call({ chain, address, ...given, names: true }, { signal }),
  }),
  WalletTable,
)
