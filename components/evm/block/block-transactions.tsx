'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { transactionList } from '#components/evm/parts/transactions/transaction-list.ts'
import { listView } from '#components/kit/list-view.tsx'

/** The transactions of a block in the order in which they ran. A block, named by its hash, never changes. */
export const BlockTransactions = listView(
  transactionList,
  fromEvmExplorer('/evm/blocks/:block_number_or_hash/transactions').pages,
)
