'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { liveListView } from '#components/evm/parts/lists/live-list-view.tsx'
import { chainInternalList } from './chain-internal-list.ts'

const transfers = fromEvmExplorer('/evm/internal-transfers')

/** The internal transfers of a chain or of a block, newest first, and new ones as they are traced. */
export const ChainInternalTransfers = liveListView(chainInternalList, transfers.pages, ({ chain = '' }) => ({
  ...{ name: 'internal transfers', chain },
  ask: (given, signal) => transfers.call({ chain, ...given }, { signal }),
}))
