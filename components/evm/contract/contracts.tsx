'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { liveListView } from '#components/evm/parts/lists/live-list-view.tsx'
import { listView } from '#components/kit/list-view.tsx'
import { contractList } from './contract-list.tsx'
import { verifiedContractList } from './verified-list.tsx'

const contracts = fromEvmExplorer('/evm/contracts')

/** The contracts of a chain, newest first, and new ones as they are indexed. */
export const Contracts = liveListView(contractList, contracts.pages, ({ chain = '' }) => ({
  ...{ name: 'contracts', chain },
  ask: (given, signal) => contracts.call({ chain, ...given }, { signal }),
}))

export const VerifiedContracts = listView(verifiedContractList, fromEvmExplorer('/evm/verified-contracts').pages)
