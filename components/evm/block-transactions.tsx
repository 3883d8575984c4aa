'use client'

import { evmExplorerQueries } from '#components/evm/parts/evm-explorer-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { transactionList } from './transaction-list.ts'

/** The transactions of a block in the order in which they ran. A block, named by its hash, never changes. */
export const BlockTransactions = listView(transactionList, evmExplorerQueries.pages.evmBlockTransactions)
