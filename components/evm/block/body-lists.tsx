'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { liveListView } from '#components/evm/parts/lists/live-list-view.tsx'
import { uncleList } from './uncle-list.tsx'
import { withdrawalList } from './withdrawal-list.tsx'

const withdrawals = fromEvmExplorer('/evm/withdrawals')
const uncles = fromEvmExplorer('/evm/uncles')

/** The withdrawals of a chain, newest first, and new ones as blocks are indexed. */
export const Withdrawals = liveListView(withdrawalList, withdrawals.pages, ({ chain = '' }) => ({
  ...{ name: 'withdrawals', chain },
  ask: (given, signal) => withdrawals.call({ chain, ...given }, { signal }),
}))

export const Uncles = liveListView(uncleList, uncles.pages, ({ chain = '' }) => ({
  ...{ name: 'uncles', chain },
  ask: (given, signal) => uncles.call({ chain, ...given }, { signal }),
}))
