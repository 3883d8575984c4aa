'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { pendingList } from './pending-list.tsx'

/** The transactions of a chain that wait for a block. */
export const PendingTransactions = listView(pendingList, fromEvmExplorer('/evm/pending-transactions').pages)
