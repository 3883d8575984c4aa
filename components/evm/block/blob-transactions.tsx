'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { liveListView } from '#components/evm/parts/lists/live-list-view.tsx'
import { blobList } from './blob-list.tsx'

const blobs = fromEvmExplorer('/evm/blob-transactions')

/** The transactions with blobs of a chain or of a block, newest first, and new ones as blocks are indexed. */
export const BlobTransactions = liveListView(blobList, blobs.pages, ({ chain = '' }) => ({
  ...{ name: 'blob transactions', chain },
  ask: (given, signal) => blobs.call({ chain, ...given }, { signal }),
}))
