'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { evmLogs } from '#lib/evm/contract/explorer/routes/contracts.ts'
import { contractEventList, eventList } from './event-list.tsx'

const { pages } = fromEvmExplorer({ evmLogs })

export const ContractEvents = listView(contractEventList, pages)
export const ChainEvents = listView(eventList, pages)
